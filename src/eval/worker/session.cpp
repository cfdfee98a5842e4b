#include "eval/worker/session.h"

#include <algorithm>
#include <chrono>
#include <span>

#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include "eval/worker/code_generator.h"
#include "eval/worker/conventions.h"
#include "eval/worker/cpu_time.h"
#include "eval/worker/excerpt.h"
#include "eval/worker/features.h"
#include "eval/worker/inline_trials.h"
#include "eval/worker/ir_hash.h"
#include "eval/worker/lone_function.h"
#include "eval/worker/object_size.h"
#include "eval/worker/program_graph.h"
#include "eval/worker/size_attributes.h"
#include "eval/worker/tokens.h"
#include "eval/worker/use_order.h"
#include "plugin/body_hash.h"

namespace autotune::worker {
namespace {

/// A snapshot is worthwhile after passes that took this many times as long as making one.
constexpr std::uint64_t kWorthOfSnapshot = 4;

Hash128 OffenderKey(const Hash128& ir, PassId pass) { return {ir.high, ir.low ^ pass}; }

bool IsCalled(const llvm::Function& function) {
  return llvm::any_of(function.users(), [&](const llvm::User* user) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
    return call && call->getCalledFunction() == &function;
  });
}

wire::Loaded DescribeModule(const llvm::Module& module, const CodeModel& model) {
  wire::Loaded loaded{};
  loaded.target_triple = llvm::Triple(module.getTargetTriple()).str();
  loaded.code_model = model;
  loaded.has_data_layout = !module.getDataLayoutStr().empty();
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    ++loaded.functions;
    loaded.optnone_functions += function.hasOptNone();
    loaded.noinline_functions += function.hasFnAttribute(llvm::Attribute::NoInline);
    loaded.size_attribute_functions += function.hasOptSize();  // or minsize
    loaded.always_inline_functions +=
        function.hasFnAttribute(llvm::Attribute::AlwaysInline) && IsCalled(function);
    loaded.other_cpu_functions +=
        !model.cpu.empty() && function.hasFnAttribute("target-cpu") &&
        function.getFnAttribute("target-cpu").getValueAsString() != model.cpu;
  }
  return loaded;
}

/// Turns an error into a failure with the first line of its message; LLVM's may go on for lines.
wire::Failure Failed(const Error& error) {
  return {error.code, error.message.substr(0, error.message.find('\n'))};
}

/// Returns the size of the object file that becomes `object`.
llvm::Expected<ObjectSize> EmitAndMeasure(const llvm::Module& module, const CodeModel& model,
                                          std::string& object) {
  auto bytes = EmitObject(module, model);
  if (!bytes) return bytes.takeError();
  object.assign(bytes->begin(), bytes->end());
  return SizeOfObject(object, module.getName());
}

}  // namespace

Session::Session(Send send) : send_(std::move(send)) {}

void Session::Handle(const wire::Request& request) {
  std::visit([this](const auto& message) { Handle(message); }, request);
}

void Session::Handle(const wire::Configure& request) {
  actions_ = request.actions;
  code_model_ = request.code_model;
  verify_all_ = request.verify_all;
  last_code_.reset();
}

void Session::Handle(const wire::Load& request) {
  auto owned = ReadModule(request.bytes, request.name);
  if (!owned) return send_(Failed(owned.error()));
  send_(wire::ModuleRead{});
  llvm::Module& module = *owned->module;
  const Result<CodeModel> model = ResolveCodeModel(module, code_model_);
  if (!model) return send_(Failed(model.error()));
  wire::Loaded loaded = DescribeModule(module, *model);
  if (Status status = MeasureAll(module, request.observe, loaded.root); !status) {
    return send_(Failed(status.error()));
  }
  if (request.keep) {
    const std::uint64_t start = CpuNanoseconds();
    loaded.snapshot = TakeSnapshot(module);
    snapshot_nanoseconds_ = CpuNanoseconds() - start;
    // The root lacks names and debug information, for the states of a search; proofs keep both.
    std::string root = DropNamesAndDebugInfo(module) ? TakeSnapshot(module) : loaded.snapshot;
    const auto original =
        request.variant_of ? programs_.find(*request.variant_of) : programs_.end();
    auto sizes =
        original != programs_.end() ? original->second.sizes : std::make_shared<CodeSizes>();
    programs_.insert_or_assign(request.program,
                               Program{request.name, loaded.snapshot, std::move(root),
                                       loaded.target_triple, loaded.root, std::move(sizes)});
  }
  send_(std::move(loaded));
}

void Session::Handle(const wire::Apply& request) {
  for (const wire::Offender& offender : request.new_offenders) {
    offenders_.insert(OffenderKey(offender.ir, offender.pass));
  }
  const Observe& observe = request.options.observe;
  const autotune::Retain& retain = request.options.retain;
  // Usually the state is there, and an extra message would cost as much as a quick pass.
  const bool there = IsThere(request);
  if (!there) send_(wire::Rebuilding{0, /*done=*/false});
  if (Status status = Restore(request); !status) return send_(Failed(status.error()));
  if (retain.start) {
    if (Status status = Retain(); !status) return send_(Failed(status.error()));
  }
  if (!there) send_(wire::Rebuilding{0, /*done=*/true});
  for (const PassId pass : request.passes) {
    if (offenders_.contains(OffenderKey(live_->measured.ir, pass))) {
      return send_(
          wire::Failure{ErrorCode::kKnownOffender, actions_[pass] + " failed on this IR before"});
    }
    const bool last = live_->list.applied.size() + 1 == request.from.size() + request.passes.size();
    const Observe wanted = last ? observe : observe.OnTheWay();
    if (Status status = Step(pass, wanted); !status) return send_(Failed(status.error()));
    // Retain before the last answer: a failure here must not hit the next request.
    Status kept = last && retain.end ? Retain() : Status();
    if (kept) kept = RetainIfWorthIt(retain);
    if (!kept) return send_(Failed(kept.error()));
    send_(wire::Step{live_->measured, live_->list.idle > 0});
  }
}

void Session::Handle(const wire::RunPipeline& request) {
  const Program* program = Find(request.program);
  if (!program) return;
  PassRunner& runner = Runner(program->triple, request.tuning);
  auto expanded = runner.Expand(request.pipeline);
  if (!expanded) return send_(Failed(expanded.error()));

  // A delivered module has to be the one that `opt` writes, names included.
  const bool delivered = request.module != ModuleFormat::kNone;
  const OwnedModule owned =
      ReadSnapshot(program->complete, delivered ? Names::kKept : Names::kDropped);
  const std::uint64_t start = CpuNanoseconds();
  Status status = runner.Run(*owned.module, request.pipeline);
  wire::PipelineDone done{};
  done.measured.nanoseconds = CpuNanoseconds() - start;
  done.expanded = std::move(*expanded);
  if (status.ok()) status = Verify(*owned.module);
  if (status.ok()) status = MeasurePipeline(*owned.module, request.observe, done.measured);
  if (!status.ok()) return send_(Failed(status.error()));
  done.measured.changed = done.measured.ir != program->measured.ir;
  done.module = WriteModule(*owned.module, request.module);
  send_(std::move(done));
}

void Session::Handle(const wire::Tokenize& request) {
  // The root stays live: a search will probably begin there.
  wire::Apply root{};
  root.program = request.program;
  if (Status status = Restore(root); !status) return send_(Failed(status.error()));
  send_(wire::Tokens{worker::Tokenize(*live_->owned.module)});
}

void Session::Handle(const wire::TakeExcerpt& request) {
  const Program* program = Find(request.program);
  if (!program) return;
  const OwnedModule owned = ReadSnapshot(program->root);
  const auto excerpt = worker::TakeExcerpt(*owned.module, request.instructions, request.seed);
  if (Status status = Verify(*excerpt); !status) return send_(Failed(status.error()));
  send_(wire::Excerpt{TakeSnapshot(*excerpt)});
}

void Session::Handle(const wire::TakeFunctions& request) {
  const Program* program = Find(request.program);
  if (!program) return;
  const OwnedModule owned = ReadSnapshot(program->root);
  for (const llvm::Function& function : *owned.module) {
    if (!CanBeAlone(function)) continue;
    send_(LoneFunction{function.getName().str(), HashBody(function), function.getInstructionCount(),
                       TakeSnapshot(*TakeAlone(function))});
  }
  send_(wire::FunctionsDone{});
}

void Session::Handle(const wire::ChooseAttributes& request) {
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(request.milliseconds);
  const auto owned = ReadModule(request.bytes, request.name);
  if (!owned) return send_(Failed(owned.error()));
  CodeSizes sizes;
  auto chosen = ChooseSizeAttributes(
      *owned->module, code_model_,
      {.share = request.share, .allowed = request.allowed, .known = request.known}, end, sizes);
  if (!chosen) {
    return send_(Failed({ErrorCode::kFatalError, llvm::toString(chosen.takeError())}));
  }
  send_(wire::Attributes{*std::move(chosen)});
}

void Session::Handle(const wire::ChooseConventions& request) {
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(request.milliseconds);
  const auto owned = ReadModule(request.bytes, request.name);
  if (!owned) return send_(Failed(owned.error()));
  CodeSizes sizes;
  wire::Attributes attributes{{.functions = request.functions}};
  if (llvm::Error error = ChooseConventions(*owned->module, code_model_, request.share,
                                            attributes.chosen.functions, end, sizes)) {
    return send_(Failed({ErrorCode::kFatalError, llvm::toString(std::move(error))}));
  }
  send_(std::move(attributes));
}

void Session::Handle(const wire::TryInlining& request) {
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(request.milliseconds);
  Program* const program = Find(request.program);
  if (!program) return;
  PassRunner& runner = Runner(program->triple, PipelineTuning::kOpt);
  const InlineTrials::Pipeline pipeline = [&](llvm::Module& module) {
    Status status = runner.Run(module, request.pipeline);
    return status.ok() ? Verify(module) : status;
  };
  InlineTrials trials(program->root, pipeline, request.aim, request.given, code_model_,
                      *program->sizes);
  Result<ChosenInlining> chosen = request.together.empty()
                                      ? trials.Alone(request.share, end)
                                      : trials.Together(request.together, request.before, end);
  if (!chosen) return send_(Failed(chosen.error()));
  send_(wire::Inlining{*std::move(chosen)});
}

void Session::Handle(const wire::TakeInlined& request) {
  const Program* const program = Find(request.program);
  if (!program) return;
  const OwnedModule owned = ReadSnapshot(program->complete, Names::kKept);
  const auto is_as_written = [](const InlineChoice& choice) {
    return choice.order == PassOrder::kAsWritten;
  };
  if (std::ranges::any_of(request.choices, is_as_written)) {
    const Status inlined =
        Runner(program->triple, PipelineTuning::kOpt).Run(*owned.module, "always-inline");
    if (!inlined) return send_(Failed(inlined.error()));
  }
  for (const InlineChoice& choice : request.choices) {
    if (is_as_written(choice) || Give(choice, *owned.module)) continue;
    return send_(wire::Failure{ErrorCode::kInvalidArgument,
                               "the inliner takes no choice for '" + choice.function + "'"});
  }
  if (Status status = Verify(*owned.module); !status) return send_(Failed(status.error()));
  send_(wire::Excerpt{TakeSnapshot(*owned.module)});
}

Status Session::Observed(const llvm::Module& module, const Observe& observe, CodeSizes* sizes,
                         wire::Measured& measured) {
  if (observe.features && !measured.features) measured.features = ComputeFeatures(module);
  if (observe.graph && !measured.graph) measured.graph = MakeProgramGraph(module);
  if (observe.WantsSize(measured.cost.instructions) && !measured.cost.object_size) {
    auto size = observe.object_file ? EmitAndMeasure(module, code_model_, measured.object)
                : sizes             ? sizes->Measure(module, code_model_)
                                    : MeasureObjectSize(module, code_model_);
    if (!size) {
      return Error{ErrorCode::kFatalError, "no object file: " + llvm::toString(size.takeError())};
    }
    measured.cost.object_size = *size;
  }
  return {};
}

Status Session::MeasurePipeline(const llvm::Module& module, const Observe& observe,
                                wire::Measured& measured) {
  Observe missing = observe;
  missing.object_size = false;
  if (Status status = MeasureAll(module, missing, measured); !status.ok()) return status;
  // On most programs the two kinds of -Oz make the same.
  if (last_code_ && last_code_->ir == measured.ir && observe.object_size &&
      (!observe.object_file || !last_code_->object.empty())) {
    measured.cost.object_size = last_code_->cost.object_size;
    if (observe.object_file) measured.object = last_code_->object;
  }
  Status status = Observed(module, observe, nullptr, measured);
  if (measured.cost.object_size) last_code_ = measured;
  return status;
}

Status Session::MeasureAll(const llvm::Module& module, const Observe& observe,
                           wire::Measured& measured) {
  const ModuleHash hash = HashModule(module);
  measured.ir = hash.whole;
  measured.cost = {.instructions = hash.instructions, .object_size = {}};
  measured.features.reset();
  measured.graph.reset();
  return Observed(module, observe, nullptr, measured);
}

Session::Program* Session::Find(const ProgramId& id) {
  const auto found = programs_.find(id);
  if (found != programs_.end()) return &found->second;
  send_(wire::Failure{ErrorCode::kNotFound, "the worker has no program " + ToHex(id)});
  return nullptr;
}

bool Session::IsThere(const wire::Apply& request) const {
  if (request.base || !live_ || live_->program != request.program) return false;
  const EvaluationOptions& options = request.options;
  const wire::Measured& measured = live_->measured;
  return live_->list.LengthIn(request.from) == request.from.size() &&
         (measured.features || !options.observe.features) &&
         (measured.graph || !options.observe.graph) &&
         (measured.cost.object_size || !options.observe.object_size) &&
         (request.from.empty() || !options.retain.start);
}

Status Session::Restore(const wire::Apply& request) {
  const PassSequence& from = request.from;
  const auto program = programs_.find(request.program);
  if (program == programs_.end()) {
    return Error{ErrorCode::kNotFound, "the worker has no program " + ToHex(request.program)};
  }
  std::optional<std::size_t> at_hand;
  if (!request.base && live_ && live_->program == request.program) {
    at_hand = live_->list.LengthIn(from);
  }
  if (at_hand) {
    live_->list.Shorten(*at_hand);
  } else {
    live_.reset();
    const std::size_t known = request.base ? request.base->length : 0;
    if (known > from.size())
      return Error{ErrorCode::kInvalidArgument, "the base is beyond the start"};
    live_.emplace(Live{
        ReadSnapshot(request.base ? request.base->bitcode : program->second.root), request.program,
        LiveList{PassSequence(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(known))},
        request.base ? request.base->measured : program->second.measured});
  }
  while (live_->list.applied.size() < from.size()) {
    send_(wire::Rebuilding{from.size() - live_->list.applied.size(), /*done=*/false});
    if (Status status = Step(from[live_->list.applied.size()], {}); !status) return status;
    if (Status status = RetainIfWorthIt(request.options.retain); !status) return status;
  }
  // The state may have been measured for a request with fewer observations.
  return ObserveLive(request.options.observe.OnTheWay());
}

Status Session::Step(PassId pass, const Observe& observe) {
  if (pass >= actions_.size()) {
    return Error{ErrorCode::kInvalidArgument, "there is no action " + std::to_string(pass)};
  }
  Live live = std::move(*live_);
  live_.reset();  // a failure below must not leave a broken module behind
  llvm::Module& module = *live.owned.module;
  const std::uint64_t start = CpuNanoseconds();
  if (Status status = Runner(llvm::Triple(module.getTargetTriple()).str(), PipelineTuning::kOpt)
                          .Run(module, actions_[pass]);
      !status) {
    return status;
  }
  live.measured.nanoseconds = CpuNanoseconds() - start;
  live.unsaved_nanoseconds += live.measured.nanoseconds;
  live.hash = HashModule(module);
  live.measured.changed = live.hash->whole != live.measured.ir;
  if (live.measured.changed) {
    live.is_verified = false;
    live.measured.ir = live.hash->whole;
    live.measured.cost = {.instructions = live.hash->instructions, .object_size = {}};
    live.measured.features.reset();
    live.measured.graph.reset();
  }
  const std::uint64_t use_order = HashUseOrder(module);
  live.list.Add(pass, !live.measured.changed && use_order == live.use_order);
  live.use_order = use_order;
  live_ = std::move(live);
  // The state before may have been measured for a request that wanted less.
  return ObserveLive(observe);
}

Status Session::ObserveLive(const Observe& observe) {
  const Program& program = programs_.at(live_->program);
  const Cost& cost = live_->measured.cost;
  const bool sizes = observe.WantsSize(cost.instructions) && !cost.object_size;
  if (verify_all_ || sizes || cost.instructions <= program.fewest_verified) {
    if (Status status = VerifyLive(); !status) return status;
  }
  Status status = Observed(*live_->owned.module, observe, program.sizes.get(), live_->measured);
  if (!status) live_.reset();
  return status;
}

Status Session::VerifyLive() {
  if (live_->is_verified) return {};
  const llvm::Module& module = *live_->owned.module;
  Status status =
      live_->verified ? VerifyChanges(module, *live_->verified, *live_->hash) : Verify(module);
  if (!status) {
    live_.reset();
    return status;
  }
  live_->verified = std::exchange(live_->hash, std::nullopt);
  live_->is_verified = true;
  std::uint64_t& fewest = programs_.at(live_->program).fewest_verified;
  fewest = std::min(fewest, live_->measured.cost.instructions);
  return {};
}

Status Session::Retain() {
  if (live_->list.applied.empty()) return {};  // the root is always there
  if (Status status = VerifyLive(); !status) return status;
  const std::uint64_t start = CpuNanoseconds();
  send_(wire::Retained{live_->list.applied.size(), live_->measured,
                       TakeSnapshot(*live_->owned.module)});
  snapshot_nanoseconds_ = CpuNanoseconds() - start;
  live_->unsaved_nanoseconds = 0;
  return {};
}

Status Session::RetainIfWorthIt(const autotune::Retain& retain) {
  const bool worth = live_->unsaved_nanoseconds > kWorthOfSnapshot * snapshot_nanoseconds_;
  return retain.path && worth ? Retain() : Status();
}

PassRunner& Session::Runner(const std::string& triple, PipelineTuning tuning) {
  std::unique_ptr<PassRunner>& runner =
      runners_[triple + (tuning == PipelineTuning::kClang ? "\nclang" : "\nopt")];
  if (!runner) runner = std::make_unique<PassRunner>(triple, tuning);
  return *runner;
}

}  // namespace autotune::worker
