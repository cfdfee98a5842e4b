#pragma once

#include <thread>

#include "cli/signals.h"
#include "core/budget.h"

namespace autotune {

/// A budget for proving: it is cancelled at a deadline, or, once the user wants to stop, a second
/// later.
class ProofDeadline {
 public:
  ProofDeadline(Clock::time_point deadline, const StopSignals& signals);
  ProofDeadline(const ProofDeadline&) = delete;
  ProofDeadline& operator=(const ProofDeadline&) = delete;

  const Budget& budget() const { return budget_; }

 private:
  void Watch(const std::stop_token& stop, const StopSignals& signals);

  Clock::time_point deadline_;  // the thread's own
  Budget budget_{Budget::Limits{}};
  std::jthread thread_;
};

}  // namespace autotune
