#include "eval/client/worker_pool.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "core/mutex.h"
#include "core/own_program.h"
#include "eval/client/snapshot_store.h"
#include "eval/client/worker_slots.h"
#include "eval/process/system_memory.h"
#include "eval/proto/wire.h"

namespace autotune {
namespace {

using std::chrono::milliseconds;

/// Time limit of loading. Measuring the object size of a large module takes minutes on a busy
/// machine.
constexpr milliseconds kLoadLimit{600'000};
/// Time limit of a standard pipeline or of a replay, in limits of a pass.
constexpr int kPipelineTimes = 6;
/// Time limit of generating a state's code, in proportion to the program as it came: some times as
/// much as it takes on most machines.
constexpr std::chrono::microseconds kCodeTimeOfInstruction{200};
constexpr std::chrono::microseconds kCodeTimeOfFunction{2'000};

Evaluation ToEvaluation(const wire::Measured& measured, ProgramState next) {
  next.ir = measured.ir;
  return {std::move(next),
          measured.cost,
          measured.changed,
          measured.nanoseconds,
          measured.features,
          measured.graph ? std::make_shared<const ProgramGraph>(*measured.graph) : nullptr};
}

Error UnknownProgram(const ProgramId& id) {
  return {ErrorCode::kNotFound, "program " + ToHex(id) + " was not loaded"};
}

class Pool final : public WorkerPool {
 public:
  Pool(ActionSpace actions, WorkerPoolOptions options)
      : actions_(std::move(actions)),
        options_(std::move(options)),
        workers_(actions_, options_),
        snapshots_(options_.snapshot_bytes) {}

  Status CheckWorker() { return workers_.CheckWorker(); }

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;
  Result<ProgramInfo> Load(const std::string& name, std::string bytes, const Observe& observe,
                           const Budget& budget) override;
  Result<PipelineRun> RunPipeline(const ProgramId& program, const PipelineRequest& request,
                                  const Budget& budget) override;
  Result<ProgramInfo> Measure(const std::string& name, std::string bytes, const Observe& observe,
                              const Budget& budget) override;

  Result<IrTokens> Tokenize(const ProgramId& program, const Budget& budget) override;
  Result<std::vector<LoneFunction>> TakeFunctions(const ProgramId& program,
                                                  const Budget& budget) override;
  Result<ProgramInfo> LoadExcerpt(const ProgramId& program, std::uint64_t instructions,
                                  std::uint64_t seed, const Observe& observe,
                                  const Budget& budget) override;
  Result<ChosenAttributes> ChooseAttributes(const std::string& name, std::string bytes,
                                            const AttributeRequest& request,
                                            const Budget& budget) override;

  Result<std::vector<FunctionAttributes>> ChooseConventions(const std::string& name,
                                                            std::string bytes,
                                                            const ConventionRequest& request,
                                                            const Budget& budget) override;

  Result<ChosenInlining> TryInlining(const ProgramId& program, const InlineRequest& request,
                                     const Budget& budget) override;
  Result<ProgramInfo> LoadInlined(const ProgramId& program, std::span<const InlineChoice> choices,
                                  const Observe& observe, const Budget& budget) override;

  const ActionSpace& actions() const override { return actions_; }
  const std::string& llvm_version() const override { return workers_.llvm_version(); }

  WorkerPoolStats stats() const override {
    WorkerPoolStats stats = workers_.stats();
    MutexLock lock(mutex_);
    stats.passes = passes_;
    stats.failures = failures_;
    return stats;
  }

  std::string KeptModule(const ProgramState& state) override {
    const SnapshotStore::Nearest kept = snapshots_.Find(state.program, state.applied, 0);
    return kept.length == state.applied.size() && kept.snapshot ? kept.snapshot->bitcode : "";
  }
  std::vector<int> worker_pids() const override { return workers_.pids(); }

 private:
  struct Program {
    std::string name;
    std::string snapshot;  // bitcode that workers are given
    ProgramInfo info;
    std::optional<ProgramId> variant_of;  // as in `wire::Load`
  };

  /// Sends a request about a module's functions to any worker.
  Result<ChosenAttributes> Choose(const wire::Request& message, milliseconds time,
                                  const Budget& budget);
  Result<ProgramInfo> LoadVariant(const std::optional<ProgramId>& original, const std::string& name,
                                  std::string bytes, const Observe& observe, const Budget& budget);
  Status EnsureLoaded(Slot& slot, const Program& program, const Budget* budget);
  /// Sends a request about a loaded program to any worker. Errors: `kNotFound`, and the worker's.
  template <class Reply>
  Result<Reply> Ask(const ProgramId& id, const wire::Request& request, milliseconds limit,
                    const Budget& budget, Preference preference = Preference::kLongestUnused) {
    const auto program = FindProgram(id);
    if (!program) return UnknownProgram(id);
    const auto ask = [&](Slot& slot) -> Result<Reply> {
      if (Status status = EnsureLoaded(slot, *program, &budget); !status) return status.error();
      return workers_.ExchangeFor<Reply>(slot, request, limit, &budget);
    };
    return workers_.WithWorker(nullptr, &budget, ask, preference);
  }
  /// Loads bytes in a worker. `sizing`: the reason why there is no object size, if one was wished
  /// for.
  Result<wire::Loaded> LoadBytes(wire::Load load, Status& sizing, const Budget& budget);

  struct Job {
    const ProgramState& from;
    std::span<const PassId> passes;
    const EvaluationOptions& options;
    const Budget& budget;
    const ActionSpace& actions;
    milliseconds pass_time_limit;
    milliseconds code_time_limit;
    std::vector<Evaluation> steps{};  // done so far
    std::size_t idle = 0;     // passes at the end of `steps` that touched nothing, see `LiveList`
    bool rebuilding = false;  // true if a failure would not be that of one of `passes`

    const ProgramState& reached() const { return steps.empty() ? from : steps.back().next; }
    /// Returns the time limit of the next step.
    milliseconds limit() const {
      const bool last = steps.size() + 1 == passes.size();
      const bool sized = options.observe.object_size || (last && options.observe.size_below > 0);
      // A replay is several passes, too.
      const bool several =
          rebuilding || actions.Pipeline(passes[steps.size()]).starts_with("default<");
      return (several ? kPipelineTimes : 1) * pass_time_limit +
             (sized ? code_time_limit : milliseconds(0));
    }
  };
  milliseconds PassTimeLimit(const Program& program) const;
  static milliseconds CodeTimeLimit(const Program& program);
  Status Continue(Slot& slot, Job& job);
  void RecordFailure(ErrorCode code, const Job& job);
  std::vector<wire::Offender> NewOffenders(Slot& slot);

  std::shared_ptr<const Program> FindProgram(const ProgramId& id) const {
    MutexLock lock(mutex_);
    const auto found = programs_.find(id);
    return found == programs_.end() ? nullptr : found->second;
  }

  const ActionSpace actions_;
  const WorkerPoolOptions options_;
  WorkerSlots workers_;
  SnapshotStore snapshots_;

  mutable Mutex mutex_;
  std::map<ProgramId, std::shared_ptr<const Program>> programs_ GUARDED_BY(mutex_);
  std::vector<wire::Offender> offenders_ GUARDED_BY(mutex_);
  std::uint64_t passes_ GUARDED_BY(mutex_) = 0;
  decltype(WorkerPoolStats::failures) failures_ GUARDED_BY(mutex_){};
};

Status Pool::EnsureLoaded(Slot& slot, const Program& program, const Budget* budget) {
  const ProgramId& id = program.info.root.next.program;
  if (slot.worker->loaded.contains(id)) return {};
  const auto read = workers_.ExchangeFor<wire::ModuleRead>(
      slot, wire::Load{id, program.name, program.snapshot, {}, /*keep=*/true, program.variant_of},
      kLoadLimit, budget);
  if (!read) return read.error();
  const auto loaded = workers_.ReceiveFor<wire::Loaded>(slot, kLoadLimit, budget);
  if (!loaded) return loaded.error();
  slot.worker->loaded.insert(id);
  return {};
}

Error NameProgram(Error error, const std::string& name) {
  if (!IsEvaluationFailure(error.code)) return error;
  const bool machine =
      error.code == ErrorCode::kPassTimedOut || error.code == ErrorCode::kOutOfMemory;
  // Otherwise LLVM broke down over the file itself.
  return {machine ? error.code : ErrorCode::kBadInput,
          "can't read '" + name + "': " + error.message};
}

/// Calls `attempt()`, and once more with `observe.object_size` off if generating code may have
/// failed. `sizing` then holds the error.
template <typename Attempt>
auto WithoutObjectSizeIfNeeded(Observe& observe, Status& sizing, Attempt attempt) {
  auto result = attempt();
  if (result.ok() || !observe.object_size || !IsEvaluationFailure(result.error().code))
    return result;
  sizing = result.error();
  observe.object_size = false;
  return attempt();
}

ProgramInfo ToInfo(const ProgramId& id, const wire::Loaded& loaded, Status sizing) {
  return {ToEvaluation(loaded.root, {id, {}, {}}),
          loaded.target_triple,
          loaded.has_data_layout,
          loaded.functions,
          loaded.optnone_functions,
          loaded.noinline_functions,
          loaded.size_attribute_functions,
          loaded.always_inline_functions,
          loaded.other_cpu_functions,
          loaded.code_model,
          std::move(sizing),
          loaded.root.object};
}

// --- Calls ---

Result<ProgramInfo> Pool::Load(const std::string& name, std::string bytes, const Observe& observe,
                               const Budget& budget) {
  return LoadVariant({}, name, std::move(bytes), observe, budget);
}

Result<ProgramInfo> Pool::LoadVariant(const std::optional<ProgramId>& original,
                                      const std::string& name, std::string bytes,
                                      const Observe& observe, const Budget& budget) {
  const ProgramId id = HashBytes(bytes);
  if (const auto known = FindProgram(id)) {
    const bool complete = (!observe.features || known->info.root.features) &&
                          (!observe.graph || known->info.root.graph) &&
                          (!observe.object_size || known->info.root.cost.object_size);
    if (complete) return known->info;
  }
  Status sizing;
  auto loaded =
      LoadBytes({id, name, std::move(bytes), observe, /*keep=*/true, original}, sizing, budget);
  if (!loaded) return loaded.error();
  auto program = std::make_shared<Program>();
  program->name = name;
  program->snapshot = std::move(loaded->snapshot);
  program->info = ToInfo(id, *loaded, std::move(sizing));
  program->variant_of = original;
  MutexLock lock(mutex_);
  programs_[id] = program;
  return program->info;
}

Result<wire::Loaded> Pool::LoadBytes(wire::Load load, Status& sizing, const Budget& budget) {
  // Variants share what a worker remembers of the program.
  const Preference preference =
      load.variant_of ? Preference::kLastUsed : Preference::kLongestUnused;
  const auto attempt = [&] {
    const wire::Request request = load;
    const auto ask = [&](Slot& slot) -> Result<wire::Loaded> {
      const milliseconds limit = options_.read_time_limit + milliseconds(load.bytes.size() / 500);
      const auto read = workers_.ExchangeFor<wire::ModuleRead>(slot, request, limit, &budget);
      if (!read && read.error().code == ErrorCode::kPassTimedOut) {
        return Error{ErrorCode::kBadInput, "can't read '" + load.name +
                                               "': LLVM is not done after " +
                                               std::to_string(limit.count()) + " ms"};
      }
      if (!read) return read.error();
      auto result = workers_.ReceiveFor<wire::Loaded>(slot, kLoadLimit, &budget);
      if (result.ok() && load.keep) slot.worker->loaded.insert(load.program);
      return result;
    };
    return workers_.WithWorker(nullptr, &budget, ask, preference);
  };
  auto loaded = WithoutObjectSizeIfNeeded(load.observe, sizing, attempt);
  if (!loaded) return NameProgram(loaded.error(), load.name);
  return loaded;
}

Result<ProgramInfo> Pool::Measure(const std::string& name, std::string bytes,
                                  const Observe& observe, const Budget& budget) {
  const ProgramId id = HashBytes(bytes);
  Status sizing;
  const auto loaded =
      LoadBytes({id, name, std::move(bytes), observe, /*keep=*/false}, sizing, budget);
  if (!loaded) return loaded.error();
  return ToInfo(id, *loaded, std::move(sizing));
}

Result<PipelineRun> Pool::RunPipeline(const ProgramId& id, const PipelineRequest& request,
                                      const Budget& budget) {
  auto done = Ask<wire::PipelineDone>(
      id, wire::RunPipeline{id, request.text, request.tuning, request.observe, request.module},
      request.time_limit, budget);
  if (!done) return done.error();
  return PipelineRun{ToEvaluation(done->measured, {id, {}, {}}), std::move(done->expanded),
                     std::move(done->module), std::move(done->measured.object)};
}

Result<IrTokens> Pool::Tokenize(const ProgramId& id, const Budget& budget) {
  const auto program = FindProgram(id);
  if (!program) return UnknownProgram(id);
  const ProgramState& root = program->info.root.next;
  auto reply = workers_.WithWorker(&root, &budget, [&](Slot& slot) -> Result<wire::Tokens> {
    if (Status status = EnsureLoaded(slot, *program, &budget); !status) return status.error();
    auto tokens = workers_.ExchangeFor<wire::Tokens>(slot, wire::Tokenize{id}, kLoadLimit, &budget);
    workers_.SetLive(slot, tokens.ok() ? std::optional(Live{id, {}}) : std::nullopt);
    return tokens;
  });
  if (!reply) return reply.error();
  if (!IsWellFormed(reply->tokens)) {  // earlier passes may have broken the worker's memory
    return Error{ErrorCode::kPassCrashed, "the worker sent tokens that no model knows"};
  }
  return std::move(reply->tokens);
}

Result<ProgramInfo> Pool::LoadExcerpt(const ProgramId& id, std::uint64_t instructions,
                                      std::uint64_t seed, const Observe& observe,
                                      const Budget& budget) {
  auto excerpt =
      Ask<wire::Excerpt>(id, wire::TakeExcerpt{id, instructions, seed}, kLoadLimit, budget);
  if (!excerpt) return excerpt.error();
  return Load("an excerpt of " + FindProgram(id)->name, std::move(excerpt->bitcode), observe,
              budget);
}

Result<std::vector<LoneFunction>> Pool::TakeFunctions(const ProgramId& id, const Budget& budget) {
  const auto program = FindProgram(id);
  if (!program) return UnknownProgram(id);
  using Functions = std::vector<LoneFunction>;
  return workers_.WithWorker(nullptr, &budget, [&](Slot& slot) -> Result<Functions> {
    if (Status status = EnsureLoaded(slot, *program, &budget); !status) return status.error();
    const wire::Request request = wire::TakeFunctions{id};
    if (Status sent = workers_.Send(slot, request, kLoadLimit, &budget); !sent) return sent.error();
    Functions functions;
    while (true) {
      auto reply = workers_.Receive(slot, kLoadLimit, &budget);
      if (!reply) return reply.error();
      if (auto* function = std::get_if<LoneFunction>(&*reply)) {
        functions.push_back(std::move(*function));
      } else if (auto* failure = std::get_if<wire::Failure>(&*reply)) {
        return Error{failure->code, std::move(failure->message)};
      } else if (std::holds_alternative<wire::FunctionsDone>(*reply)) {
        return functions;
      }
    }
  });
}

Result<ChosenAttributes> Pool::Choose(const wire::Request& message, milliseconds time,
                                      const Budget& budget) {
  auto chosen = workers_.WithWorker(nullptr, &budget, [&](Slot& slot) {
    return workers_.ExchangeFor<wire::Attributes>(slot, message, time + kLoadLimit, &budget);
  });
  if (!chosen) return chosen.error();
  return std::move(chosen->chosen);
}

Result<ChosenAttributes> Pool::ChooseAttributes(const std::string& name, std::string bytes,
                                                const AttributeRequest& request,
                                                const Budget& budget) {
  const milliseconds time = std::max(request.time, milliseconds(0));
  return Choose(wire::ChooseAttributes{name, std::move(bytes), request.share, request.allowed,
                                       static_cast<std::uint64_t>(time.count()), request.known},
                time, budget);
}

Result<std::vector<FunctionAttributes>> Pool::ChooseConventions(const std::string& name,
                                                                std::string bytes,
                                                                const ConventionRequest& request,
                                                                const Budget& budget) {
  const milliseconds time = std::max(request.time, milliseconds(0));
  Result<ChosenAttributes> chosen =
      Choose(wire::ChooseConventions{name, std::move(bytes), request.share, request.functions,
                                     static_cast<std::uint64_t>(time.count())},
             time, budget);
  if (!chosen) return chosen.error();
  return std::move(chosen->functions);
}

Result<ChosenInlining> Pool::TryInlining(const ProgramId& id, const InlineRequest& request,
                                         const Budget& budget) {
  const milliseconds time = std::max(request.time, milliseconds(0));
  wire::TryInlining message{id,
                            request.pipeline,
                            request.aim,
                            request.given,
                            static_cast<std::uint64_t>(time.count()),
                            request.share,
                            request.together,
                            request.before};
  // A worker that has tried some alone remembers the code of most functions.
  const Preference worker =
      request.together.empty() ? Preference::kLongestUnused : Preference::kLastUsed;
  auto reply = Ask<wire::Inlining>(id, std::move(message), time + kLoadLimit, budget, worker);
  if (!reply) return reply.error();
  return std::move(reply->chosen);
}

Result<ProgramInfo> Pool::LoadInlined(const ProgramId& id, std::span<const InlineChoice> choices,
                                      const Observe& observe, const Budget& budget) {
  // A worker that has the program need not read it.
  auto made = Ask<wire::Excerpt>(id, wire::TakeInlined{id, {choices.begin(), choices.end()}},
                                 kLoadLimit, budget, Preference::kLastUsed);
  if (!made) return made.error();
  return LoadVariant(id, FindProgram(id)->name, std::move(made->bitcode), observe, budget);
}

milliseconds Pool::PassTimeLimit(const Program& program) const {
  const auto instructions = static_cast<double>(program.info.root.cost.instructions);
  const double times = std::max(1.0, instructions / kFullPassTimeInstructions);
  return std::chrono::duration_cast<milliseconds>(times * options_.pass_time_limit);
}

milliseconds Pool::CodeTimeLimit(const Program& program) {
  const auto instructions = static_cast<std::int64_t>(program.info.root.cost.instructions);
  const auto functions = static_cast<std::int64_t>(program.info.functions);
  return std::chrono::duration_cast<milliseconds>(instructions * kCodeTimeOfInstruction +
                                                  functions * kCodeTimeOfFunction);
}

Trace Pool::Apply(const ProgramState& from, std::span<const PassId> passes,
                  const EvaluationOptions& options, const Budget& budget) {
  Trace trace;
  const auto program = FindProgram(from.program);
  if (!program) {
    trace.status = UnknownProgram(from.program);
    return trace;
  }
  if (passes.empty()) return trace;
  Job job{
      from, passes, options, budget, actions_, PassTimeLimit(*program), CodeTimeLimit(*program)};
  const auto outcome = workers_.WithWorker(&from, &budget, [&](Slot& slot) -> Result<bool> {
    job.rebuilding = true;
    Status status = EnsureLoaded(slot, *program, &budget);
    if (status.ok()) status = Continue(slot, job);
    workers_.SetLive(slot, std::nullopt);
    if (!status.ok()) return status.error();
    workers_.SetLive(slot, Live{from.program, {job.reached().applied, job.idle}});
    return true;
  });
  if (!outcome.ok()) {
    trace.status = outcome.error();
    trace.rebuilding = job.rebuilding;
    if (IsEvaluationFailure(outcome.error().code)) RecordFailure(outcome.error().code, job);
  }
  trace.steps = std::move(job.steps);
  MutexLock lock(mutex_);
  passes_ += trace.steps.size();
  return trace;
}

/// Does the rest of the job. `job.steps` holds the finished steps, even after an error.
Status Pool::Continue(Slot& slot, Job& job) {
  const auto rest = job.passes.subspan(job.steps.size());
  wire::Apply request{job.from.program, job.reached().applied, {rest.begin(), rest.end()}, {},
                      job.options,      NewOffenders(slot)};
  request.options.retain.start &= !snapshots_.Contains(request.program, request.from);
  const auto nearest =
      snapshots_.Find(request.program, request.from, workers_.LiveLength(slot, job.reached()));
  if (nearest.snapshot) {
    request.base =
        wire::Base{nearest.length, nearest.snapshot->measured, nearest.snapshot->bitcode};
  }
  PassSequence whole = request.from;
  whole.insert(whole.end(), rest.begin(), rest.end());
  if (Status sent =
          workers_.Send(slot, wire::Request(std::move(request)), job.pass_time_limit, &job.budget);
      !sent) {
    return sent;
  }
  job.rebuilding = false;
  while (job.steps.size() < job.passes.size()) {
    auto reply = workers_.Receive(slot, job.limit(), &job.budget);
    if (!reply) return reply.error();
    if (auto* failure = std::get_if<wire::Failure>(&*reply)) {
      return Error{failure->code, std::move(failure->message)};
    }
    if (const auto* rebuilding = std::get_if<wire::Rebuilding>(&*reply)) {
      job.rebuilding = !rebuilding->done;
    } else if (auto* kept = std::get_if<wire::Retained>(&*reply)) {
      // A worker with broken memory may say anything.
      if (kept->length > whole.size()) continue;
      snapshots_.Put(job.from.program, std::span(whole).first(kept->length),
                     {kept->measured, std::move(kept->bitcode)});
    } else if (const auto* step = std::get_if<wire::Step>(&*reply)) {
      ProgramState next = job.reached();
      next.applied.push_back(job.passes[job.steps.size()]);
      job.steps.push_back(ToEvaluation(step->measured, std::move(next)));
      job.idle = step->idle ? job.idle + 1 : 0;
    }
  }
  return {};
}

std::vector<wire::Offender> Pool::NewOffenders(Slot& slot) {
  MutexLock lock(mutex_);
  const auto first = offenders_.begin() + static_cast<std::ptrdiff_t>(slot.worker->offenders_told);
  slot.worker->offenders_told = offenders_.size();
  return {first, offenders_.end()};
}

void Pool::RecordFailure(ErrorCode code, const Job& job) {
  const auto kind = std::ranges::find(kEvaluationFailures, code) - std::begin(kEvaluationFailures);
  MutexLock lock(mutex_);
  ++failures_[static_cast<std::size_t>(kind)];
  if (!job.rebuilding && code != ErrorCode::kKnownOffender) {
    offenders_.push_back({job.reached().ir, job.passes[job.steps.size()]});
  }
}

/// Refuses to start without enough memory. Otherwise the system would kill processes again and
/// again, and each would first wait for its own code to be read again.
Status CheckMemory() {
  const auto available = AvailableMemory();
  if (!available || *available >= kLeastMemory) return {};
  return Error{ErrorCode::kOutOfMemory, "about " + std::to_string(kLeastMemory >> 20) +
                                            " MiB of memory are needed, and there are " +
                                            std::to_string(*available >> 20) + " MiB"};
}

}  // namespace

Result<std::unique_ptr<WorkerPool>> WorkerPool::Start(ActionSpace actions,
                                                      WorkerPoolOptions options) {
  if (options.workers == 0 || options.pass_time_limit.count() <= 0 ||
      options.read_time_limit.count() <= 0) {
    return Error{ErrorCode::kInvalidArgument, "a pool needs workers and time limits"};
  }
  if (Status memory = CheckMemory(); !memory) return memory.error();
  if (options.worker_program.empty()) options.worker_program = OwnFolder() / "autotune-worker";
  auto pool = std::make_unique<Pool>(std::move(actions), std::move(options));
  if (Status status = pool->CheckWorker(); !status) return status.error();
  return std::unique_ptr<WorkerPool>(std::move(pool));
}

}  // namespace autotune
