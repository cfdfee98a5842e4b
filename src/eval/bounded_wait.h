#pragma once

#include <chrono>
#include <functional>

#include <sys/types.h>

#include "core/budget.h"

namespace autotune {

/// Bounds of one wait for another process.
struct WaitLimits {
  /// Moved on by the time in which this process was itself stopped (Ctrl-Z, a frozen container).
  Clock::time_point deadline = Clock::time_point::max();
  const Budget* budget = nullptr;  ///< ends the wait when it is interrupted; null: none
  /// Process waited for, or -1. The wait ends soon after somebody has stopped it (SIGSTOP).
  pid_t process = -1;
};

enum class WaitEnd {
  kReady,
  kTimedOut,
  kInterrupted,  ///< the budget has ended
  kStopped,      ///< the process waited for is stopped
  kFailed,       ///< the descriptor is of no use
};

/// Waits until `fd` is ready for `events` (as for poll(2)) or at its end. An interrupted budget is
/// noticed within 50 ms, a stopped process within 200 ms. A descriptor that is ready counts even
/// after the deadline.
WaitEnd WaitFor(int fd, short events, WaitLimits& limits);

/// True where a signal has stopped the process. False where there is none of that id.
bool IsStopped(pid_t process);

/// Waits for the end of a child, which should be near, and forgets the child. Returns its status as
/// wait(2) has it. Where `limit` is over before, the child is left to itself and the answer is
/// SIGKILL, as it is where somebody else has waited for it.
int WaitForChild(pid_t child, std::chrono::milliseconds limit);

}  // namespace autotune
