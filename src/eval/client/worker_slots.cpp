#include "eval/client/worker_slots.h"

#include <algorithm>
#include <csignal>
#include <cstring>

#include <sys/wait.h>

namespace autotune {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStartLimit{10'000};

/// True for signals that no pass raises: an administrator, a service manager or the system did.
bool ComesFromOutside(int signal) {
  return signal == SIGKILL || signal == SIGTERM || signal == SIGINT || signal == SIGHUP;
}

}  // namespace

WorkerSlots::WorkerSlots(const ActionSpace& actions, const WorkerPoolOptions& options)
    : actions_(actions),
      options_(options),
      zygote_(options_.worker_program),
      slots_(options_.workers) {}

WorkerSlots::~WorkerSlots() {
  for (Slot& slot : slots_) Discard(slot, nullptr);
}

Status WorkerSlots::CheckWorker() {
  Lease lease(*this, nullptr, nullptr);
  return EnsureWorker(*lease.slot, nullptr);
}

WorkerPoolStats WorkerSlots::stats() const {
  MutexLock lock(mutex_);
  return stats_;
}

std::vector<int> WorkerSlots::pids() const {
  MutexLock lock(mutex_);
  return {pids_.begin(), pids_.end()};
}

// --- Slots ---

/// Returns a free slot, preferably one in which `state` is live. Null once the budget has ended.
Slot* WorkerSlots::Acquire(const ProgramState* state, const Budget* budget, Preference preference) {
  MutexLock lock(mutex_);
  while (true) {
    if (budget && budget->Interrupted()) return nullptr;
    Slot* free = nullptr;
    for (Slot& slot : slots_) {
      if (slot.busy) continue;
      if (state && slot.live && slot.live->program == state->program &&
          slot.live->list.LengthIn(state->applied) == state->applied.size()) {
        free = &slot;
        break;
      }
      const bool better =
          free && (preference == Preference::kLastUsed ? slot.last_used > free->last_used
                                                       : slot.last_used < free->last_used);
      if (!free || better) free = &slot;
    }
    if (free) {
      free->busy = true;
      free->last_used = ++clock_;
      return free;
    }
    released_.wait_for(mutex_, milliseconds(50));
  }
}

void WorkerSlots::Release(Slot& slot) {
  {
    MutexLock lock(mutex_);
    slot.busy = false;
  }
  released_.notify_one();
}

void WorkerSlots::SetLive(Slot& slot, std::optional<Live> live) {
  MutexLock lock(mutex_);
  slot.live = std::move(live);
}

std::size_t WorkerSlots::LiveLength(const Slot& slot, const ProgramState& state) const {
  MutexLock lock(mutex_);
  if (!slot.live || slot.live->program != state.program) return 0;
  return slot.live->list.LengthIn(state.applied).value_or(0);
}

// --- Worker processes ---

Status WorkerSlots::EnsureWorker(Slot& slot, const Budget* budget) {
  if (slot.worker) return {};
  auto spawned = zygote_.Spawn(options_.memory_bytes, budget);
  if (!spawned) return spawned.error();
  slot.worker.emplace(Worker{spawned->pid, std::move(spawned->channel), {}, 0});
  {
    MutexLock lock(mutex_);
    pids_.insert(slot.worker->pid);
    slot.live.reset();
  }
  const auto hello = Receive(slot, kStartLimit, budget);
  if (!hello.ok() && hello.error().code == ErrorCode::kCancelled) return hello.error();
  const bool same_version = hello.ok() && std::holds_alternative<wire::Hello>(*hello) &&
                            std::get<wire::Hello>(*hello).protocol == wire::kProtocolVersion;
  if (!same_version) {
    Discard(slot, budget);
    return Error{ErrorCode::kWorkerLost,
                 "'" + options_.worker_program.string() + "' " +
                     (hello.ok() ? "is of another version of autotune" : "does not answer") +
                     "; try 'autotune doctor'"};
  }
  std::call_once(llvm_version_known_,
                 [&] { llvm_version_ = std::get<wire::Hello>(*hello).llvm_version; });
  wire::Configure configure{
      .actions = {}, .code_model = options_.code_model, .verify_all = options_.verify_all};
  for (const Action& action : actions_.actions()) configure.actions.push_back(action.pipeline);
  // If the worker has died meanwhile, the next exchange finds out.
  return Send(slot, wire::Request(std::move(configure)), kStartLimit, budget);
}

void WorkerSlots::Discard(Slot& slot, const Budget* budget) {
  if (!slot.worker) return;
  zygote_.Reap(slot.worker->pid, budget);
  MutexLock lock(mutex_);
  pids_.erase(slot.worker->pid);
  slot.worker.reset();
}

Status WorkerSlots::Send(Slot& slot, const wire::Request& request, milliseconds limit,
                         const Budget* budget) {
  const auto sent = slot.worker->channel.Send(
      wire::Encode(request),
      {.deadline = Clock::now() + limit, .budget = budget, .process = slot.worker->pid});
  if (sent == Channel::Received::kMessage || sent == Channel::Received::kClosed) return {};
  return Explain(slot, sent, limit, budget);
}

Result<wire::Reply> WorkerSlots::Receive(Slot& slot, milliseconds limit, const Budget* budget) {
  std::string bytes;
  const auto received = slot.worker->channel.Receive(
      bytes, {.deadline = Clock::now() + limit, .budget = budget, .process = slot.worker->pid});
  if (received != Channel::Received::kMessage) return Explain(slot, received, limit, budget);
  auto reply = wire::DecodeReply(bytes);
  const auto* failure = reply.ok() ? std::get_if<wire::Failure>(&*reply) : nullptr;
  const bool dying = failure && (failure->code == ErrorCode::kFatalError ||
                                 failure->code == ErrorCode::kOutOfMemory);
  if (dying) Replace(slot, budget);
  if (!reply) return Distrust(slot, reply.error().message, budget);
  return reply;
}

/// Replaces a worker that sent nonsense: its memory is not to be trusted any more.
Error WorkerSlots::Distrust(Slot& slot, std::string message, const Budget* budget) {
  Replace(slot, budget);
  return {ErrorCode::kPassCrashed, std::move(message)};
}

void WorkerSlots::Replace(Slot& slot, const Budget* budget) {
  Discard(slot, budget);
  MutexLock lock(mutex_);
  ++stats_.restarts;
}

/// Finds out what happened to an unusable worker and reaps it.
Error WorkerSlots::Explain(Slot& slot, Channel::Received what, milliseconds limit,
                           const Budget* budget) {
  using Received = Channel::Received;
  const int wait_status = zygote_.Reap(slot.worker->pid, budget);
  // The budget may have ended before the zygote could tell.
  if (what == Received::kClosed && budget && budget->Interrupted()) what = Received::kInterrupted;
  const bool killed = WIFSIGNALED(wait_status) && ComesFromOutside(WTERMSIG(wait_status));
  const bool stopped = what == Received::kStopped;
  {
    MutexLock lock(mutex_);
    pids_.erase(slot.worker->pid);
    ++stats_.restarts;
    if (stopped || (what == Received::kClosed && killed)) ++stats_.lost;
  }
  slot.worker.reset();
  if (what == Received::kInterrupted) return {ErrorCode::kCancelled, "the budget has ended"};
  if (what == Received::kTimedOut) {
    return {ErrorCode::kPassTimedOut, "no answer within " + std::to_string(limit.count()) + " ms"};
  }
  if (stopped) return {ErrorCode::kWorkerLost, "the worker was stopped from outside"};
  if (killed) return {ErrorCode::kWorkerLost, "the worker was killed from outside"};
  if (WIFSIGNALED(wait_status)) {
    return {ErrorCode::kPassCrashed, ::strsignal(WTERMSIG(wait_status))};
  }
  return {ErrorCode::kFatalError,
          "LLVM ended the process with exit code " + std::to_string(WEXITSTATUS(wait_status))};
}

}  // namespace autotune
