#pragma once

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <sys/types.h>

#include "core/budget.h"
#include "core/mutex.h"
#include "eval/live_list.h"
#include "eval/system_memory.h"
#include "eval/wire.h"
#include "eval/worker_pool.h"
#include "eval/zygote_client.h"

namespace autotune {

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
  LiveList list;
};

struct Slot {
  std::optional<Worker> worker;
  bool busy = false;
  std::uint64_t last_used = 0;
  std::optional<Live> live;  ///< where there is a worker and its last work succeeded
};

/// The worker processes of a pool, lent to one call at a time and replaced where they die.
/// Thread-safe; a slot is its lease holder's.
class WorkerSlots {
 public:
  /// Both have to live longer.
  WorkerSlots(const ActionSpace& actions, const WorkerPoolOptions& options);
  ~WorkerSlots();
  WorkerSlots(const WorkerSlots&) = delete;
  WorkerSlots& operator=(const WorkerSlots&) = delete;

  /// Starts one worker, to learn that it can be done and which LLVM it has.
  Status CheckWorker();
  const std::string& llvm_version() const { return llvm_version_; }

  /// What is live in a slot from now on, if anything is.
  void SetLive(Slot& slot, std::optional<Live> live);
  /// Passes of `state` that the slot's worker has applied already; 0 where its module is another.
  std::size_t LiveLength(const Slot& slot, const ProgramState& state) const;

  // In all of these `kWorkerLost` says that the worker died, or was stopped by a signal, through no
  // fault of its work. `budget` may be null.

  /// Sends a request. A worker that does not take it within `limit` is gone afterwards; one that
  /// has died may have left last words, which are the next message.
  Status Send(Slot& slot, const wire::Request& request, std::chrono::milliseconds limit,
              const Budget* budget);

  /// The worker's next message. A worker that is of no further use afterwards is gone.
  Result<wire::Reply> Receive(Slot& slot, std::chrono::milliseconds limit, const Budget* budget);
  /// The same where it must be of one kind, or a failure.
  template <typename Expected>
  Result<Expected> ReceiveFor(Slot& slot, std::chrono::milliseconds limit, const Budget* budget);
  /// Its answer to a request.
  template <typename Expected>
  Result<Expected> ExchangeFor(Slot& slot, const wire::Request& request,
                               std::chrono::milliseconds limit, const Budget* budget);

  /// Makes `call(slot)`, which returns a Result, on a worker that is there, again and on another
  /// worker where one is lost. `state` names the state to be worked on, where there is one.
  template <typename Call>
  auto WithWorker(const ProgramState* state, const Budget* budget, Call call)
      -> decltype(call(std::declval<Slot&>()));

  /// `restarts` and `lost` alone.
  WorkerPoolStats stats() const;
  std::vector<int> pids() const;

 private:
  /// A slot for the exclusive use of one call.
  struct Lease {
    Lease(WorkerSlots& slots, const ProgramState* state, const Budget* budget)
        : slots(slots), slot(slots.Acquire(state, budget)) {}
    ~Lease() {
      if (slot) slots.Release(*slot);
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    WorkerSlots& slots;
    Slot* const slot;  // null where the budget ended before one was free
  };

  /// A worker killed from outside is replaced and the work redone; a work that ends so this often
  /// in a row is the cause itself (the system's out-of-memory killer).
  static constexpr int kAttempts = 10;
  /// The same where the system says that it killed for want of memory.
  static constexpr int kAttemptsWithoutMemory = 2;
  /// Time in which a worker has to be started at last, whatever is in the way.
  static constexpr std::chrono::seconds kStartPatience{20};

  static constexpr std::chrono::milliseconds kSpawnPause{50};

  Slot* Acquire(const ProgramState* state, const Budget* budget);
  void Release(Slot& slot);
  Status EnsureWorker(Slot& slot, const Budget* budget);
  void Discard(Slot& slot, const Budget* budget);
  void Replace(Slot& slot, const Budget* budget);
  Error Distrust(Slot& slot, std::string message, const Budget* budget);
  Error Explain(Slot& slot, Channel::Received what, std::chrono::milliseconds limit,
                const Budget* budget);

  const ActionSpace& actions_;
  const WorkerPoolOptions& options_;
  std::once_flag llvm_version_known_;
  std::string llvm_version_;  // set by the first worker, before CheckWorker returns
  ZygoteClient zygote_;
  std::vector<Slot> slots_;  // `worker` is the lease holder's, the rest is under mutex_

  mutable Mutex mutex_;
  std::condition_variable_any released_;
  std::uint64_t clock_ GUARDED_BY(mutex_) = 0;
  std::set<pid_t> pids_ GUARDED_BY(mutex_);
  WorkerPoolStats stats_ GUARDED_BY(mutex_);
};

template <typename Expected>
Result<Expected> WorkerSlots::ExchangeFor(Slot& slot, const wire::Request& request,
                                          std::chrono::milliseconds limit, const Budget* budget) {
  if (Status sent = Send(slot, request, limit, budget); !sent) return sent.error();
  return ReceiveFor<Expected>(slot, limit, budget);
}

template <typename Expected>
Result<Expected> WorkerSlots::ReceiveFor(Slot& slot, std::chrono::milliseconds limit,
                                         const Budget* budget) {
  auto reply = Receive(slot, limit, budget);
  if (!reply) return reply.error();
  if (auto* failure = std::get_if<wire::Failure>(&*reply)) {
    return Error{failure->code, std::move(failure->message)};
  }
  if (auto* expected = std::get_if<Expected>(&*reply)) return std::move(*expected);
  return Distrust(slot, "the worker answered another question", budget);
}

template <typename Call>
auto WorkerSlots::WithWorker(const ProgramState* state, const Budget* budget, Call call)
    -> decltype(call(std::declval<Slot&>())) {
  const Clock::time_point begin = Clock::now();
  Error error;
  int lost = 0;
  for (int attempt = 0; lost < kAttempts; ++attempt) {
    Lease lease(*this, state, budget);
    if (!lease.slot) return Error{ErrorCode::kCancelled, "the budget has ended"};
    if (Status status = EnsureWorker(*lease.slot, budget); !status) {
      // It may have been killed before it could say hello, or there are too many processes: one
      // of those that work may be free soon.
      if (attempt + 1 >= kAttempts || status.error().code != ErrorCode::kWorkerLost ||
          Clock::now() - begin > kStartPatience) {
        return status.error();
      }
      std::this_thread::sleep_for(kSpawnPause);
      continue;
    }
    const std::uint64_t killed_before = OutOfMemoryKills();
    auto result = call(*lease.slot);
    if (result.ok() || result.error().code != ErrorCode::kWorkerLost) return result;
    error = result.error();
    ++lost;
    if (lost >= kAttemptsWithoutMemory && OutOfMemoryKills() > killed_before) {
      return Error{ErrorCode::kOutOfMemory, "the system is out of memory and killed the worker"};
    }
  }
  // Nobody kills that many by accident: it is the system, short of memory because of this very
  // work.
  return Error{ErrorCode::kOutOfMemory,
               error.message + ", " + std::to_string(kAttempts) + " times"};
}

}  // namespace autotune
