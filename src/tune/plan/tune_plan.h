#pragma once

#include <cstdint>
#include <optional>

#include "core/budget.h"
#include "core/result.h"
#include "tune/input/loaded_program.h"
#include "tune/observer.h"
#include "tune/result.h"
#include "tune/stop_token.h"

namespace autotune {

/// Limits of `TunePlan`.
struct PlanBudget {
  Clock::time_point end;                       ///< proof included
  std::optional<std::uint64_t> evaluations{};  ///< as in `PlannedResult`; none: no limit
};

/// Goes on from a result with one list for the module. Divides its list: its function passes from
/// some place on become the first list of each function. Then looks for a better list for each
/// function, goes on from what these give, and proves the best plan by `opt` with the plugin, as
/// any list. Blocks.
///
/// Errors are one line. `kBadInput`: the program's file has changed since. `kNotFound`: no plan is
/// better, or the plugin is missing. `kNoTime`: the budget was over before a proof. `kCancelled`:
/// after a request to stop. The others are those of `Prover::Prove`.
Result<PlannedResult> TunePlan(const TuneResult& base, const PlanBudget& budget,
                               TuneObserver& observer, const StopToken& stop,
                               const StartPool& start_pool = WorkerPool::Start);

}  // namespace autotune
