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
#include "eval/client/worker_pool.h"
#include "eval/client/zygote_client.h"
#include "eval/process/system_memory.h"
#include "eval/proto/live_list.h"
#include "eval/proto/wire.h"

namespace autotune {

/// One worker process and the tuner's knowledge of it. Used by one thread at a time.
struct Worker {
  pid_t pid;
  Channel channel;
  std::set<ProgramId> loaded;
  std::size_t offenders_told = 0;
};

/// The module held by a worker process.
struct Live {
  ProgramId program;
  LiveList list;
};

struct Slot {
  std::optional<Worker> worker;
  bool busy = false;
  std::uint64_t last_used = 0;
  std::optional<Live> live;  ///< set if there is a worker and its last work succeeded
};

/// Which of several free workers is taken, if no state decides.
enum class Preference {
  kLongestUnused,  ///< its state is the least likely to be asked for again
  kLastUsed,       ///< it remembers most of late work
};

/// The worker processes of a pool. Each is lent to one call at a time and replaced if it dies.
/// Thread-safe; a slot belongs to the holder of its lease.
class WorkerSlots {
 public:
  /// Both arguments must live longer than this object.
  WorkerSlots(const ActionSpace& actions, const WorkerPoolOptions& options);
  ~WorkerSlots();
  WorkerSlots(const WorkerSlots&) = delete;
  WorkerSlots& operator=(const WorkerSlots&) = delete;

  /// Starts one worker, to check that this is possible and to learn its LLVM version.
  Status CheckWorker();
  const std::string& llvm_version() const { return llvm_version_; }

  /// Records the live module of a slot; nothing if there is none.
  void SetLive(Slot& slot, std::optional<Live> live);
  /// Returns the number of passes of `state` that the slot's worker has applied; 0 if its module is
  /// another.
  std::size_t LiveLength(const Slot& slot, const ProgramState& state) const;

  // In all of these, `kWorkerLost` means that the worker died or was stopped by a signal, through
  // no fault of its work. `budget` may be null.

  /// Sends a request. A worker that does not take it within `limit` is gone afterwards. A worker
  /// that has died may have left last words, which are the next message.
  Status Send(Slot& slot, const wire::Request& request, std::chrono::milliseconds limit,
              const Budget* budget);

  /// Returns the worker's next message. A worker that is unusable afterwards is gone.
  Result<wire::Reply> Receive(Slot& slot, std::chrono::milliseconds limit, const Budget* budget);
  /// As `Receive`, but the message must be an `Expected` or a `Failure`.
  template <typename Expected>
  Result<Expected> ReceiveFor(Slot& slot, std::chrono::milliseconds limit, const Budget* budget);
  /// Sends a request and returns its answer.
  template <typename Expected>
  Result<Expected> ExchangeFor(Slot& slot, const wire::Request& request,
                               std::chrono::milliseconds limit, const Budget* budget);

  /// Calls `call(slot)`, which returns a Result, on a live worker. If the worker is lost, calls it
  /// again on another. `state` is the state to be worked on, or null.
  template <typename Call>
  auto WithWorker(const ProgramState* state, const Budget* budget, Call call,
                  Preference preference = Preference::kLongestUnused)
      -> decltype(call(std::declval<Slot&>()));

  /// Returns statistics with only `restarts` and `lost` filled in.
  WorkerPoolStats stats() const;
  std::vector<int> pids() const;

 private:
  /// The exclusive use of a slot by one call.
  struct Lease {
    Lease(WorkerSlots& slots, const ProgramState* state, const Budget* budget,
          Preference preference = Preference::kLongestUnused)
        : slots(slots), slot(slots.Acquire(state, budget, preference)) {}
    ~Lease() {
      if (slot) slots.Release(*slot);
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    WorkerSlots& slots;
    Slot* const slot;  // null if the budget ended before a slot was free
  };

  /// Maximum number of workers lost in a row to one work. A worker killed from outside is replaced
  /// and the work redone; after so many the work itself is the cause (the system's out-of-memory
  /// killer).
  static constexpr int kAttempts = 10;
  /// Maximum number if the system says that it killed processes for lack of memory.
  static constexpr int kAttemptsWithoutMemory = 2;
  /// Longest time for starting a worker, whatever is in the way.
  static constexpr std::chrono::seconds kStartPatience{20};

  static constexpr std::chrono::milliseconds kSpawnPause{50};

  Slot* Acquire(const ProgramState* state, const Budget* budget, Preference preference);
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
  std::vector<Slot> slots_;  // `worker` belongs to the lease holder, the rest is under mutex_

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
auto WorkerSlots::WithWorker(const ProgramState* state, const Budget* budget, Call call,
                             Preference preference) -> decltype(call(std::declval<Slot&>())) {
  const Clock::time_point begin = Clock::now();
  Error error;
  int lost = 0;
  for (int attempt = 0; lost < kAttempts; ++attempt) {
    Lease lease(*this, state, budget, preference);
    if (!lease.slot) return Error{ErrorCode::kCancelled, "the budget has ended"};
    if (Status status = EnsureWorker(*lease.slot, budget); !status) {
      // The worker may have been killed before its hello, or there are too many processes. A busy
      // worker may be free soon.
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
  // This many deaths are no accident: the system is short of memory because of this very work.
  return Error{ErrorCode::kOutOfMemory,
               error.message + ", " + std::to_string(kAttempts) + " times"};
}

}  // namespace autotune
