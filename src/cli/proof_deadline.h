#pragma once

#include <chrono>
#include <optional>
#include <thread>

#include "cli/signals.h"
#include "core/budget.h"

namespace autotune {

struct ProofLimits {
  std::optional<Clock::time_point> repair_end{};  ///< the deadline that `Reproduce` knows
  Clock::time_point end = Clock::time_point::max();
  Clock::duration patience = std::chrono::seconds(1);  ///< once the user wants to stop
};

/// A budget for proving: it is cancelled at the end, or as soon as patience is over.
class ProofDeadline {
 public:
  ProofDeadline(const ProofLimits& limits, const StopSignals& signals);
  ProofDeadline(const ProofDeadline&) = delete;
  ProofDeadline& operator=(const ProofDeadline&) = delete;

  const Budget& budget() const { return budget_; }

 private:
  void Watch(const std::stop_token& stop, const StopSignals& signals);

  ProofLimits limits_;  // the thread's own
  Budget budget_;
  std::jthread thread_;
};

}  // namespace autotune
