#include "eval/worker/session.h"

#include <cassert>
#include <ctime>
#include <fstream>
#include <span>

#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>
#include <unistd.h>

#include "eval/worker/features.h"
#include "eval/worker/ir_hash.h"
#include "eval/worker/object_size.h"

namespace autotune::worker {
namespace {

std::uint64_t CpuNanoseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

/// States are stored under what was applied, never under what the IR looks like: equal IR can
/// differ in the order of its use lists.
Hash128 StateKey(const ProgramId& program, std::span<const PassId> applied) {
  std::string bytes(reinterpret_cast<const char*>(&program), sizeof program);
  bytes.append(reinterpret_cast<const char*>(applied.data()), applied.size_bytes());
  return HashBytes(bytes);
}

Hash128 OffenderKey(const Hash128& ir, PassId pass) { return {ir.high, ir.low ^ pass}; }

/// Fills in what `observe` asks for and is not there yet.
Status Observed(const llvm::Module& module, const Observe& observe, wire::Measured& measured) {
  if (observe.features && !measured.features) measured.features = ComputeFeatures(module);
  if (observe.object_size && !measured.cost.object_size) {
    auto size = MeasureObjectSize(module);
    if (!size) {
      return Error{ErrorCode::kFatalError, "no object file: " + llvm::toString(size.takeError())};
    }
    measured.cost.object_size = *size;
  }
  return {};
}

Status MeasureAll(const llvm::Module& module, const Observe& observe, wire::Measured& measured) {
  measured.ir = HashModule(module).whole;
  measured.cost = {.instructions = module.getInstructionCount(), .object_size = {}};
  measured.features.reset();
  return Observed(module, observe, measured);
}

wire::Loaded Describe(const llvm::Module& module) {
  wire::Loaded loaded{};
  loaded.target_triple = llvm::Triple(module.getTargetTriple()).str();
  loaded.has_data_layout = !module.getDataLayoutStr().empty();
  loaded.has_debug_info = module.getNamedMetadata("llvm.dbg.cu") != nullptr;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    ++loaded.functions;
    loaded.optnone_functions += function.hasOptNone();
    loaded.noinline_functions += function.hasFnAttribute(llvm::Attribute::NoInline);
    loaded.size_attribute_functions += function.hasOptSize();  // or minsize
  }
  return loaded;
}

std::uint64_t ResidentBytes() {
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// LLVM's messages may go on for lines; the first one says what it is.
wire::Failure Failed(const Error& error, bool rebuilding = false) {
  return {error.code, error.message.substr(0, error.message.find('\n')), rebuilding};
}

}  // namespace

const SnapshotStore::Snapshot* SnapshotStore::Find(const Hash128& key) {
  const auto found = index_.find(key);
  if (found == index_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return &found->second->second;
}

void SnapshotStore::Put(const Hash128& key, Snapshot snapshot) {
  if (index_.contains(key)) return;
  bytes_ += snapshot.bitcode.size();
  entries_.emplace_front(key, std::move(snapshot));
  index_.emplace(key, entries_.begin());
  while (entries_.size() > capacity_) {
    bytes_ -= entries_.back().second.bitcode.size();
    index_.erase(entries_.back().first);
    entries_.pop_back();
  }
}

Session::Session(Send send) : send_(std::move(send)) {}

void Session::Handle(const wire::Request& request) {
  std::visit([this](const auto& message) { Handle(message); }, request);
}

void Session::Handle(const wire::Configure& request) {
  actions_ = request.actions;
  snapshots_ = SnapshotStore(request.snapshots);
}

void Session::Handle(const wire::Load& request) {
  auto owned = ReadModule(request.bytes, request.name);
  if (!owned) return send_(Failed(owned.error()));
  const llvm::Module& module = *owned->module;
  wire::Loaded loaded = Describe(module);
  if (Status status = MeasureAll(module, request.observe, loaded.root); !status) {
    return send_(Failed(status.error()));
  }
  if (request.keep) {
    loaded.snapshot = TakeSnapshot(module);
    programs_.insert_or_assign(
        request.program, Program{request.name, loaded.snapshot, loaded.target_triple, loaded.root});
  }
  send_(std::move(loaded));
}

void Session::Handle(const wire::Apply& request) {
  for (const wire::Offender& offender : request.new_offenders) {
    offenders_.insert(OffenderKey(offender.ir, offender.pass));
  }
  const Observe& observe = request.options.observe;
  if (Status status = Restore(request.program, request.from, observe); !status) {
    return send_(Failed(status.error(), /*rebuilding=*/true));
  }
  if (request.options.retain.start) Retain();
  for (const PassId pass : request.passes) {
    if (offenders_.contains(OffenderKey(live_->measured.ir, pass))) {
      return send_(wire::Failure{ErrorCode::kKnownOffender,
                                 actions_[pass] + " failed on this IR before", false});
    }
    if (Status status = Step(pass, observe); !status) return send_(Failed(status.error()));
    // Before the last answer: whatever goes wrong must not hit the next request.
    const bool last = live_->applied.size() == request.from.size() + request.passes.size();
    if (last && request.options.retain.end) Retain();
    send_(wire::Step{live_->measured});
  }
}

void Session::Handle(const wire::RunPipeline& request) {
  const Program* program = Find(request.program);
  if (!program) return;
  PassRunner& runner = Runner(program->triple, request.tuning);
  auto expanded = runner.Expand(request.pipeline);
  if (!expanded) return send_(Failed(expanded.error()));

  const OwnedModule owned = ReadSnapshot(program->root);
  const std::uint64_t start = CpuNanoseconds();
  Status status = runner.Run(*owned.module, request.pipeline);
  wire::PipelineDone done{};
  done.measured.nanoseconds = CpuNanoseconds() - start;
  done.expanded = std::move(*expanded);
  if (status.ok()) status = Verify(*owned.module);
  if (status.ok()) status = MeasureAll(*owned.module, request.observe, done.measured);
  if (!status.ok()) return send_(Failed(status.error()));
  done.measured.changed = done.measured.ir != program->measured.ir;
  send_(std::move(done));
}

void Session::Handle(const wire::QueryUsage&) {
  send_(wire::Usage{snapshots_.size(), snapshots_.bytes(), ResidentBytes()});
}

const Session::Program* Session::Find(const ProgramId& id) {
  const auto found = programs_.find(id);
  if (found != programs_.end()) return &found->second;
  send_(wire::Failure{ErrorCode::kNotFound, "the worker has no program " + ToHex(id), false});
  return nullptr;
}

Status Session::Restore(const ProgramId& id, const PassSequence& from, const Observe& observe) {
  const bool is_live = live_ && live_->program == id && live_->applied == from;
  if (!is_live) {
    live_.reset();
    const auto program = programs_.find(id);
    if (program == programs_.end()) {
      return Error{ErrorCode::kNotFound, "the worker has no program " + ToHex(id)};
    }
    std::size_t known = from.size();
    const SnapshotStore::Snapshot* snapshot = nullptr;
    for (; known > 0; --known) {
      snapshot = snapshots_.Find(StateKey(id, std::span(from).first(known)));
      if (snapshot) break;
    }
    live_.emplace(
        Live{ReadSnapshot(snapshot ? snapshot->bitcode : program->second.root), id,
             PassSequence(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(known)),
             snapshot ? snapshot->measured : program->second.measured, std::nullopt});
    if (known < from.size()) send_(wire::Rebuilding{from.size() - known});
    for (; known < from.size(); ++known) {
      if (Status status = Step(from[known], {}); !status) return status;
      send_(wire::Rebuilding{from.size() - known - 1});
    }
  }
  // The state may have been measured for somebody with fewer wishes.
  return Observed(*live_->owned.module, observe, live_->measured);
}

Status Session::Step(PassId pass, const Observe& observe) {
  if (pass >= actions_.size()) {
    return Error{ErrorCode::kInvalidArgument, "there is no action " + std::to_string(pass)};
  }
  Live live = std::move(*live_);
  live_.reset();  // whatever goes wrong below must not leave a broken module behind
  llvm::Module& module = *live.owned.module;
  const std::uint64_t start = CpuNanoseconds();
  if (Status status = Runner(llvm::Triple(module.getTargetTriple()).str(), PipelineTuning::kOpt)
                          .Run(module, actions_[pass]);
      !status) {
    return status;
  }
  live.measured.nanoseconds = CpuNanoseconds() - start;
  live.applied.push_back(pass);
  ModuleHash hash = HashModule(module);
  live.measured.changed = hash.whole != live.measured.ir;
  if (live.measured.changed) {
    Status status = live.hash ? VerifyChanges(module, *live.hash, hash) : Verify(module);
    if (!status) return status;
    live.measured.ir = hash.whole;
    live.measured.cost = {.instructions = module.getInstructionCount(), .object_size = {}};
    live.measured.features.reset();
    status = Observed(module, observe, live.measured);
    if (!status) return status;
  }
  live.hash = std::move(hash);
  live_ = std::move(live);
  return {};
}

void Session::Retain() {
  if (live_->applied.empty()) return;  // the root is always there
  const Hash128 key = StateKey(live_->program, live_->applied);
  if (snapshots_.Contains(key)) return;
  snapshots_.Put(key, {TakeSnapshot(*live_->owned.module), live_->measured});
}

PassRunner& Session::Runner(const std::string& triple, PipelineTuning tuning) {
  std::unique_ptr<PassRunner>& runner =
      runners_[triple + (tuning == PipelineTuning::kClang ? "\nclang" : "\nopt")];
  if (!runner) runner = std::make_unique<PassRunner>(triple, tuning);
  return *runner;
}

}  // namespace autotune::worker
