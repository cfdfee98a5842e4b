#pragma once

#include "core/budget.h"

namespace autotune {

/// Turns the first SIGINT, SIGTERM or SIGHUP (the terminal is gone) into a polite stop, and another
/// SIGINT or SIGTERM into an immediate exit with status 128 + signal. One at a time in a process; a
/// signal that was ignored when the process started (`nohup`) stays ignored.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// The budget that the first signal cancels, from now on; at once if it has come already. It must
  /// outlive this object, or the next call, or be taken back with `Unwatch`.
  void Watch(Budget& budget);

  /// The budget of the whole run, which ends `patience` after the first signal at the latest. It
  /// must outlive this object, or be taken back with `Unwatch`.
  void WatchEnd(Budget& run, Clock::duration patience);

  /// Touches no budget any more: once it returns, those that were watched may go.
  void Unwatch();

  /// The signal that came, or 0.
  int received() const;
};

}  // namespace autotune
