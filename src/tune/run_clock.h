#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "core/budget.h"
#include "core/mutex.h"
#include "eval/process/descriptor.h"
#include "tune/observer.h"
#include "tune/stop_token.h"

namespace autotune {

/// The times of one run: its end, and the effect of a request to stop. One thread waits for the
/// request and for the next tick of the search. Thread-safe except for `Restart` and
/// `KeepForTheEnd`.
class RunClock {
 public:
  /// Makes the clock of a run that began at `started`. Without a `budget` the run ends by itself,
  /// or soon after a request to stop. `stop` and `observer` must outlive this object.
  RunClock(Clock::time_point started, std::optional<Clock::duration> budget, const StopToken& stop,
           TuneObserver& observer);
  ~RunClock();
  RunClock(const RunClock&) = delete;
  RunClock& operator=(const RunClock&) = delete;

  Clock::time_point started() const { return started_; }
  /// Time at which the result should be proved.
  Clock::time_point end() const { return end_; }
  /// Seconds since the start.
  double seconds() const;

  /// Budget that ends all work of LLVM: max(600 ms, 4 %) after the budget, or 550 ms after a
  /// request to stop.
  const Budget& all() const { return all_; }
  Budget& all() { return all_; }
  /// Budget that also ends at once on a request to stop, for work that only improves a result.
  Budget& until_stopped() { return until_stopped_; }
  /// Signal that asked to stop; 0: none.
  int signal() const { return stop_.signal(); }

  /// Ends the run that much earlier, for what comes after its end. Not while anything else uses
  /// this object.
  void KeepForTheEnd(Clock::duration time) { end_ -= time; }
  /// Starts the budget now. Not while anything else uses this object.
  void Restart(Clock::duration budget);

  /// Called at a tick; returns the time of the next.
  using Tick = std::function<Clock::time_point()>;

  /// Calls a tick on the clock's thread while it lives, first at once. One at a time.
  class Ticking {
   public:
    /// The clock must outlive this object.
    Ticking(RunClock& clock, Tick tick) : clock_(clock) { clock_.StartTicking(std::move(tick)); }
    ~Ticking() { clock_.StopTicking(); }
    Ticking(const Ticking&) = delete;
    Ticking& operator=(const Ticking&) = delete;

   private:
    RunClock& clock_;
  };

 private:
  void StartTicking(Tick tick);
  /// After it returns, there are no calls.
  void StopTicking();
  void SetEnd(Clock::duration budget);
  void Wake();
  void Watch(const std::stop_token& done);
  void OnStopRequest();
  /// Milliseconds until the thread has something to do that no descriptor tells; -1: nothing.
  int UntilLook() const;
  void TickIfDue();

  const StopToken& stop_;
  TuneObserver& observer_;
  Clock::time_point started_;
  Clock::time_point end_ = Clock::time_point::max();
  Budget all_{Budget::Limits{}};
  Budget until_stopped_{Budget::Limits{}, &all_};

  const Descriptor wake_;
  mutable Mutex mutex_;
  Tick tick_ GUARDED_BY(mutex_);
  Clock::time_point next_ GUARDED_BY(mutex_) = Clock::time_point::max();
  std::jthread thread_;  // last: uses the others
};

}  // namespace autotune
