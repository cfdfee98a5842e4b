#pragma once

#include <chrono>
#include <functional>

#include <sys/types.h>

#include "core/budget.h"

namespace autotune {

/// Bounds of one wait for another process.
struct WaitLimits {
  /// Time at which the wait ends. While this process is itself stopped (Ctrl-Z, a frozen
  /// container), the deadline moves on.
  Clock::time_point deadline = Clock::time_point::max();
  const Budget* budget = nullptr;  ///< ends the wait when it is interrupted; null: none
  /// Process waited for, or -1. The wait ends soon after the process was stopped (SIGSTOP).
  pid_t process = -1;
};

enum class WaitEnd {
  kReady,
  kTimedOut,
  kInterrupted,  ///< the budget has ended
  kStopped,      ///< the process waited for is stopped
  kFailed,       ///< the descriptor is unusable
};

/// Waits until `fd` is ready for `events` (as for poll(2)) or at its end. An interrupted budget is
/// noticed within 50 ms, a stopped process within 200 ms. A ready descriptor counts even after the
/// deadline.
WaitEnd WaitFor(int fd, short events, WaitLimits& limits);

/// True if a signal has stopped the process. False if there is no process of that id.
bool IsStopped(pid_t process);

/// Waits for the end of a child, which should be near, and reaps it. Returns its status as wait(2)
/// has it. Returns SIGKILL if the child has not ended within `limit` or somebody else has waited
/// for it; the child is then left alone.
int WaitForChild(pid_t child, std::chrono::milliseconds limit);

}  // namespace autotune
