#include "eval/worker_pool.h"

#include <algorithm>
#include <cassert>
#include <csignal>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <utility>

#include <sys/wait.h>

#include "core/mutex.h"
#include "eval/snapshot_store.h"
#include "eval/wire.h"
#include "eval/zygote_client.h"

namespace autotune {
namespace {

using std::chrono::milliseconds;

/// A worker killed from outside is replaced and the work redone; a work that ends so this often in
/// a row is the cause itself (the system's out-of-memory killer).
constexpr int kAttempts = 10;
constexpr milliseconds kStartLimit{10'000};
/// Reading a module in and measuring it is no pass, but it can hang just as well. The object size
/// of a large module takes minutes on a busy machine.
constexpr milliseconds kLoadLimit{600'000};

Evaluation ToEvaluation(const wire::Measured& measured, ProgramState next) {
  next.ir = measured.ir;
  return {std::move(next), measured.cost, measured.changed, measured.nanoseconds,
          measured.features};
}

std::filesystem::path DefaultWorkerProgram() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "autotune-worker";
}

/// Sleeps half of the time that a worker is expected to be busy yet, where that is worth it. To
/// wake up for each reply costs a worker on the same core more than reading it does: four workers
/// on four cores are 6 % faster so.
void Nap(Clock::duration expected) {
  constexpr Clock::duration kShortest = std::chrono::microseconds(200);
  constexpr Clock::duration kLongest = milliseconds(5);
  const Clock::duration nap = std::min(expected / 2, kLongest);
  if (nap >= kShortest) std::this_thread::sleep_for(nap);
}

/// No pass raises these: an administrator, a service manager or the system did.
bool ComesFromOutside(int signal) {
  return signal == SIGKILL || signal == SIGTERM || signal == SIGINT || signal == SIGHUP;
}

/// One worker process and what is known about it. Used by one thread at a time.
struct Worker {
  pid_t pid;
  Channel channel;
  std::set<ProgramId> loaded;
  std::size_t offenders_told = 0;
};

/// What a worker process has at hand.
struct Live {
  ProgramId program;
  PassSequence applied;

  bool operator==(const Live&) const = default;
};

struct Slot {
  std::optional<Worker> worker;
  bool busy = false;
  std::uint64_t last_used = 0;
  std::optional<Live> live;  ///< where there is a worker and its last work succeeded
};

class Pool final : public WorkerPool {
 public:
  Pool(ActionSpace actions, WorkerPoolOptions options)
      : actions_(std::move(actions)),
        options_(std::move(options)),
        zygote_(options_.worker_program),
        snapshots_(options_.snapshot_bytes),
        slots_(options_.workers) {}

  ~Pool() override {
    for (Slot& slot : slots_) Discard(slot);
  }

  /// Starts one worker, to learn that it can be done and which LLVM it has.
  Status CheckWorker() {
    Lease lease(*this, nullptr, nullptr);
    return EnsureWorker(*lease.slot);
  }

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;
  Result<ProgramInfo> Load(const std::string& name, std::string bytes,
                           const Observe& observe) override;
  Result<PipelineRun> RunPipeline(const ProgramId& program, const std::string& pipeline,
                                  PipelineTuning tuning, const Observe& observe,
                                  milliseconds time_limit, const Budget& budget) override;
  Result<ProgramInfo> Measure(const std::string& name, std::string bytes,
                              const Observe& observe) override;

  Result<IrTokens> Tokenize(const ProgramId& program, const Budget& budget) override;

  const ActionSpace& actions() const override { return actions_; }
  const std::string& llvm_version() const override { return llvm_version_; }

  WorkerPoolStats stats() const override {
    MutexLock lock(mutex_);
    return stats_;
  }

  std::vector<int> worker_pids() const override {
    MutexLock lock(mutex_);
    return {pids_.begin(), pids_.end()};
  }

 private:
  struct Program {
    std::string name;
    std::string snapshot;  // what workers are given
    ProgramInfo info;
  };

  /// A slot for the exclusive use of one call.
  struct Lease {
    Lease(Pool& pool, const ProgramState* state, const Budget* budget)
        : pool(pool), slot(pool.Acquire(state, budget)) {}
    ~Lease() {
      if (slot) pool.Release(*slot);
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    Pool& pool;
    Slot* const slot;  // null where the budget ended before one was free
  };

  Slot* Acquire(const ProgramState* state, const Budget* budget);
  void Release(Slot& slot);
  void SetLive(Slot& slot, const ProgramState* state);
  std::size_t LiveLength(const Slot& slot, const ProgramState& state) const;

  Status EnsureWorker(Slot& slot);
  Status EnsureLoaded(Slot& slot, const Program& program, const Budget* budget);
  void Discard(Slot& slot);
  Error Explain(Slot& slot, Channel::Received what, milliseconds limit);

  // In all of these `kWorkerLost` says that the worker died through no fault of its work.
  Result<wire::Reply> Receive(Slot& slot, milliseconds limit, const Budget* budget);
  Result<wire::Reply> Exchange(Slot& slot, const wire::Request& request, milliseconds limit,
                               const Budget* budget);
  template <typename Expected>
  Result<Expected> ExchangeFor(Slot& slot, const wire::Request& request, milliseconds limit,
                               const Budget* budget);

  template <typename Call>
  auto WithWorker(const ProgramState* state, const Budget* budget, Call call)
      -> decltype(call(std::declval<Slot&>()));

  Result<wire::Loaded> LoadBytes(wire::Load load);

  struct Job {
    const ProgramState& from;
    std::span<const PassId> passes;
    const EvaluationOptions& options;
    const Budget& budget;
    std::vector<Evaluation> steps{};  // done so far
    bool rebuilding = false;          // it was no pass of this job that failed

    const ProgramState& reached() const { return steps.empty() ? from : steps.back().next; }
  };
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
  std::once_flag llvm_version_known_;
  std::string llvm_version_;  // set by the first worker, before Start returns
  ZygoteClient zygote_;
  SnapshotStore snapshots_;
  std::vector<Slot> slots_;  // `worker` is the lease holder's, the rest is under mutex_

  mutable Mutex mutex_;
  std::condition_variable_any released_;
  std::uint64_t clock_ GUARDED_BY(mutex_) = 0;
  std::map<ProgramId, std::shared_ptr<const Program>> programs_ GUARDED_BY(mutex_);
  std::vector<wire::Offender> offenders_ GUARDED_BY(mutex_);
  std::set<pid_t> pids_ GUARDED_BY(mutex_);
  WorkerPoolStats stats_ GUARDED_BY(mutex_);
};

// --- Slots ---

/// A free slot, the one where `state` is live if it is free.
Slot* Pool::Acquire(const ProgramState* state, const Budget* budget) {
  MutexLock lock(mutex_);
  while (true) {
    if (budget && budget->Interrupted()) return nullptr;
    Slot* free = nullptr;
    for (Slot& slot : slots_) {
      if (slot.busy) continue;
      if (state && slot.live && slot.live->program == state->program &&
          slot.live->applied == state->applied) {
        free = &slot;
        break;
      }
      // What was left alone longest is the least likely to be asked for again.
      if (!free || slot.last_used < free->last_used) free = &slot;
    }
    if (free) {
      free->busy = true;
      free->last_used = ++clock_;
      return free;
    }
    released_.wait_for(mutex_, milliseconds(50));
  }
}

void Pool::Release(Slot& slot) {
  {
    MutexLock lock(mutex_);
    slot.busy = false;
  }
  released_.notify_one();
}

/// Null: nothing is.
void Pool::SetLive(Slot& slot, const ProgramState* state) {
  MutexLock lock(mutex_);
  slot.live.reset();
  if (state) slot.live.emplace(Live{state->program, state->applied});
}

/// Passes of `state` that the slot's worker has applied already; 0 where its module is another.
std::size_t Pool::LiveLength(const Slot& slot, const ProgramState& state) const {
  MutexLock lock(mutex_);
  if (!slot.live || slot.live->program != state.program) return 0;
  const PassSequence& live = slot.live->applied;
  if (live.size() > state.applied.size()) return 0;
  return std::equal(live.begin(), live.end(), state.applied.begin()) ? live.size() : 0;
}

// --- Worker processes ---

Status Pool::EnsureWorker(Slot& slot) {
  if (slot.worker) return {};
  auto spawned = zygote_.Spawn(options_.memory_bytes);
  if (!spawned) return spawned.error();
  slot.worker.emplace(Worker{spawned->pid, std::move(spawned->channel), {}, 0});
  {
    MutexLock lock(mutex_);
    pids_.insert(slot.worker->pid);
    slot.live.reset();
  }
  const auto hello = Receive(slot, kStartLimit, nullptr);
  const bool same_version = hello.ok() && std::holds_alternative<wire::Hello>(*hello) &&
                            std::get<wire::Hello>(*hello).protocol == wire::kProtocolVersion;
  if (!same_version) {
    Discard(slot);
    return Error{ErrorCode::kWorkerLost,
                 "'" + options_.worker_program.string() + "' " +
                     (hello.ok() ? "is of another version of autotune" : "does not answer") +
                     "; try 'autotune doctor'"};
  }
  std::call_once(llvm_version_known_,
                 [&] { llvm_version_ = std::get<wire::Hello>(*hello).llvm_version; });
  wire::Configure configure;
  for (const Action& action : actions_.actions()) configure.actions.push_back(action.pipeline);
  // Should the worker have died meanwhile, the next exchange finds out.
  slot.worker->channel.Send(wire::Encode(wire::Request(std::move(configure))));
  return {};
}

void Pool::Discard(Slot& slot) {
  if (!slot.worker) return;
  zygote_.Reap(slot.worker->pid);
  MutexLock lock(mutex_);
  pids_.erase(slot.worker->pid);
  slot.worker.reset();
}

Result<wire::Reply> Pool::Receive(Slot& slot, milliseconds limit, const Budget* budget) {
  std::string bytes;
  const auto received = slot.worker->channel.Receive(bytes, Clock::now() + limit, budget);
  if (received != Channel::Received::kMessage) return Explain(slot, received, limit);
  auto reply = wire::DecodeReply(bytes);
  const auto* failure = reply.ok() ? std::get_if<wire::Failure>(&*reply) : nullptr;
  const bool dying = failure && (failure->code == ErrorCode::kFatalError ||
                                 failure->code == ErrorCode::kOutOfMemory);
  if (dying || !reply.ok()) {
    Discard(slot);
    MutexLock lock(mutex_);
    ++stats_.restarts;
  }
  // Where it talks nonsense its memory is not to be trusted any more.
  if (!reply) return Error{ErrorCode::kPassCrashed, reply.error().message};
  return reply;
}

/// The worker is of no further use: finds out what happened to it and buries it.
Error Pool::Explain(Slot& slot, Channel::Received what, milliseconds limit) {
  const int wait_status = zygote_.Reap(slot.worker->pid);
  const bool killed = WIFSIGNALED(wait_status) && ComesFromOutside(WTERMSIG(wait_status));
  {
    MutexLock lock(mutex_);
    pids_.erase(slot.worker->pid);
    ++stats_.restarts;
    if (what == Channel::Received::kClosed && killed) ++stats_.lost;
  }
  slot.worker.reset();
  if (what == Channel::Received::kInterrupted) {
    return {ErrorCode::kCancelled, "the budget has ended"};
  }
  if (what == Channel::Received::kTimedOut) {
    return {ErrorCode::kPassTimedOut, "no answer within " + std::to_string(limit.count()) + " ms"};
  }
  if (killed) return {ErrorCode::kWorkerLost, "the worker was killed from outside"};
  if (WIFSIGNALED(wait_status)) {
    return {ErrorCode::kPassCrashed, ::strsignal(WTERMSIG(wait_status))};
  }
  return {ErrorCode::kFatalError,
          "LLVM ended the process with exit code " + std::to_string(WEXITSTATUS(wait_status))};
}

Result<wire::Reply> Pool::Exchange(Slot& slot, const wire::Request& request, milliseconds limit,
                                   const Budget* budget) {
  // A worker that takes no message may have left last words.
  if (!slot.worker->channel.Send(wire::Encode(request))) limit = std::min(limit, milliseconds(100));
  return Receive(slot, limit, budget);
}

template <typename Expected>
Result<Expected> Pool::ExchangeFor(Slot& slot, const wire::Request& request, milliseconds limit,
                                   const Budget* budget) {
  auto reply = Exchange(slot, request, limit, budget);
  if (!reply) return reply.error();
  if (auto* failure = std::get_if<wire::Failure>(&*reply)) {
    return Error{failure->code, std::move(failure->message)};
  }
  assert(std::holds_alternative<Expected>(*reply) && "the worker answered another question");
  return std::get<Expected>(std::move(*reply));
}

Status Pool::EnsureLoaded(Slot& slot, const Program& program, const Budget* budget) {
  const ProgramId& id = program.info.root.next.program;
  if (slot.worker->loaded.contains(id)) return {};
  const auto loaded = ExchangeFor<wire::Loaded>(
      slot, wire::Load{id, program.name, program.snapshot, {}, /*keep=*/true}, kLoadLimit, budget);
  if (!loaded) return loaded.error();
  slot.worker->loaded.insert(id);
  return {};
}

/// Makes `call(slot)`, which returns a Result, on a worker that is there, again and on another
/// worker where one is lost. `state` names the state to be worked on, where there is one.
template <typename Call>
auto Pool::WithWorker(const ProgramState* state, const Budget* budget, Call call)
    -> decltype(call(std::declval<Slot&>())) {
  Error error;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    Lease lease(*this, state, budget);
    if (!lease.slot) return Error{ErrorCode::kCancelled, "the budget has ended"};
    if (Status status = EnsureWorker(*lease.slot); !status) {
      // It may have been killed before it could say hello.
      if (attempt + 1 < kAttempts && status.error().code == ErrorCode::kWorkerLost) continue;
      return status.error();
    }
    auto result = call(*lease.slot);
    if (result.ok() || result.error().code != ErrorCode::kWorkerLost) return result;
    error = result.error();
  }
  // Nobody kills that many by accident: it is the system, short of memory because of this very
  // work.
  return Error{ErrorCode::kOutOfMemory,
               error.message + ", " + std::to_string(kAttempts) + " times"};
}

Error NameProgram(Error error, const std::string& name) {
  if (IsEvaluationFailure(error.code)) {  // LLVM broke down over the file itself
    return {ErrorCode::kBadInput, "can't read '" + name + "': " + error.message};
  }
  return error;
}

/// `attempt()`, and once more with `observe.object_size` off where that may be what failed.
template <typename Attempt>
auto WithoutObjectSizeIfNeeded(Observe& observe, Attempt attempt) {
  auto result = attempt();
  if (result.ok() || !observe.object_size || !IsEvaluationFailure(result.error().code))
    return result;
  observe.object_size = false;
  return attempt();
}

Error UnknownProgram(const ProgramId& id) {
  return {ErrorCode::kNotFound, "program " + ToHex(id) + " was not loaded"};
}

ProgramInfo ToInfo(const ProgramId& id, const wire::Loaded& loaded) {
  return {ToEvaluation(loaded.root, {id, {}, {}}),
          loaded.target_triple,
          loaded.has_data_layout,
          loaded.has_debug_info,
          loaded.functions,
          loaded.optnone_functions,
          loaded.noinline_functions,
          loaded.size_attribute_functions};
}

// --- Calls ---

Result<ProgramInfo> Pool::Load(const std::string& name, std::string bytes, const Observe& observe) {
  const ProgramId id = HashBytes(bytes);
  if (const auto known = FindProgram(id)) {
    const bool complete = (!observe.features || known->info.root.features) &&
                          (!observe.object_size || known->info.root.cost.object_size);
    if (complete) return known->info;
  }
  auto loaded = LoadBytes({id, name, std::move(bytes), observe, /*keep=*/true});
  if (!loaded) return loaded.error();
  auto program = std::make_shared<Program>();
  program->name = name;
  program->snapshot = std::move(loaded->snapshot);
  program->info = ToInfo(id, *loaded);
  MutexLock lock(mutex_);
  programs_[id] = program;
  return program->info;
}

Result<wire::Loaded> Pool::LoadBytes(wire::Load load) {
  const auto attempt = [&] {
    const wire::Request request = load;
    return WithWorker(nullptr, nullptr, [&](Slot& slot) {
      auto result = ExchangeFor<wire::Loaded>(slot, request, kLoadLimit, nullptr);
      if (result.ok() && load.keep) slot.worker->loaded.insert(load.program);
      return result;
    });
  };
  auto loaded = WithoutObjectSizeIfNeeded(load.observe, attempt);
  if (!loaded) return NameProgram(loaded.error(), load.name);
  return loaded;
}

Result<ProgramInfo> Pool::Measure(const std::string& name, std::string bytes,
                                  const Observe& observe) {
  const ProgramId id = HashBytes(bytes);
  const auto loaded = LoadBytes({id, name, std::move(bytes), observe, /*keep=*/false});
  if (!loaded) return loaded.error();
  return ToInfo(id, *loaded);
}

Result<PipelineRun> Pool::RunPipeline(const ProgramId& id, const std::string& pipeline,
                                      PipelineTuning tuning, const Observe& observe,
                                      milliseconds time_limit, const Budget& budget) {
  const auto program = FindProgram(id);
  if (!program) return UnknownProgram(id);
  const wire::Request request = wire::RunPipeline{id, pipeline, tuning, observe};
  auto done = WithWorker(nullptr, &budget, [&](Slot& slot) -> Result<wire::PipelineDone> {
    if (Status status = EnsureLoaded(slot, *program, &budget); !status) return status.error();
    return ExchangeFor<wire::PipelineDone>(slot, request, time_limit, &budget);
  });
  if (!done) return done.error();
  return PipelineRun{ToEvaluation(done->measured, {id, {}, {}}), std::move(done->expanded)};
}

Result<IrTokens> Pool::Tokenize(const ProgramId& id, const Budget& budget) {
  const auto program = FindProgram(id);
  if (!program) return UnknownProgram(id);
  const ProgramState& root = program->info.root.next;
  auto reply = WithWorker(&root, &budget, [&](Slot& slot) -> Result<wire::Tokens> {
    if (Status status = EnsureLoaded(slot, *program, &budget); !status) return status.error();
    auto tokens = ExchangeFor<wire::Tokens>(slot, wire::Tokenize{id}, kLoadLimit, &budget);
    SetLive(slot, tokens.ok() ? &root : nullptr);
    return tokens;
  });
  if (!reply) return reply.error();
  if (!IsWellFormed(reply->tokens)) {  // earlier passes may have broken the worker's memory
    return Error{ErrorCode::kPassCrashed, "the worker sent tokens that no model knows"};
  }
  return std::move(reply->tokens);
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
  Job job{from, passes, options, budget};
  const auto outcome = WithWorker(&from, &budget, [&](Slot& slot) -> Result<bool> {
    job.rebuilding = true;
    Status status = EnsureLoaded(slot, *program, &budget);
    if (status.ok()) status = Continue(slot, job);
    SetLive(slot, status.ok() ? &job.reached() : nullptr);
    if (!status.ok()) return status.error();
    return true;
  });
  if (!outcome.ok()) {
    trace.status = outcome.error();
    if (IsEvaluationFailure(outcome.error().code)) RecordFailure(outcome.error().code, job);
  }
  trace.steps = std::move(job.steps);
  MutexLock lock(mutex_);
  stats_.passes += trace.steps.size();
  return trace;
}

/// Does what is left of the job. What got done is in `job.steps`, also after an error.
Status Pool::Continue(Slot& slot, Job& job) {
  const auto rest = job.passes.subspan(job.steps.size());
  wire::Apply request{job.from.program, job.reached().applied, {rest.begin(), rest.end()}, {},
                      job.options,      NewOffenders(slot)};
  request.options.retain.start &= !snapshots_.Contains(request.program, request.from);
  const auto nearest =
      snapshots_.Find(request.program, request.from, LiveLength(slot, job.reached()));
  if (nearest.snapshot) {
    request.base =
        wire::Base{nearest.length, nearest.snapshot->measured, nearest.snapshot->bitcode};
  }
  PassSequence whole = request.from;
  whole.insert(whole.end(), rest.begin(), rest.end());
  slot.worker->channel.Send(wire::Encode(wire::Request(std::move(request))));
  job.rebuilding = false;
  const Clock::time_point begin = Clock::now();
  const std::size_t done_before = job.steps.size();
  while (job.steps.size() < job.passes.size()) {
    if (const std::size_t done = job.steps.size() - done_before;
        done > 0 && !slot.worker->channel.has_more()) {
      Nap((Clock::now() - begin) / done * (job.passes.size() - job.steps.size()));
    }
    auto reply = Receive(slot, options_.pass_time_limit, &job.budget);
    if (!reply) return reply.error();
    if (auto* failure = std::get_if<wire::Failure>(&*reply)) {
      job.rebuilding = job.rebuilding || failure->rebuilding;
      return Error{failure->code, std::move(failure->message)};
    }
    if (const auto* rebuilding = std::get_if<wire::Rebuilding>(&*reply)) {
      job.rebuilding = rebuilding->passes_left > 0;
    } else if (auto* kept = std::get_if<wire::Retained>(&*reply)) {
      // A worker with a broken memory may say anything.
      if (kept->length > whole.size()) continue;
      snapshots_.Put(job.from.program, std::span(whole).first(kept->length),
                     {kept->measured, std::move(kept->bitcode)});
    } else if (const auto* step = std::get_if<wire::Step>(&*reply)) {
      ProgramState next = job.reached();
      next.applied.push_back(job.passes[job.steps.size()]);
      job.steps.push_back(ToEvaluation(step->measured, std::move(next)));
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
  ++stats_.failures[static_cast<std::size_t>(kind)];
  if (!job.rebuilding && code != ErrorCode::kKnownOffender) {
    offenders_.push_back({job.reached().ir, job.passes[job.steps.size()]});
  }
}

}  // namespace

Result<std::unique_ptr<WorkerPool>> WorkerPool::Start(ActionSpace actions,
                                                      WorkerPoolOptions options) {
  if (options.workers == 0 || options.pass_time_limit.count() <= 0) {
    return Error{ErrorCode::kInvalidArgument, "a pool needs workers and a time limit"};
  }
  if (options.worker_program.empty()) options.worker_program = DefaultWorkerProgram();
  auto pool = std::make_unique<Pool>(std::move(actions), std::move(options));
  if (Status status = pool->CheckWorker(); !status) return status.error();
  return std::unique_ptr<WorkerPool>(std::move(pool));
}

}  // namespace autotune
