#pragma once

#include <chrono>
#include <functional>
#include <string_view>

#include "core/budget.h"
#include "core/result.h"
#include "tune/front.h"
#include "tune/job.h"
#include "tune/observer.h"
#include "tune/stop_token.h"
#include "tune/tune.h"

namespace autotune {

/// Returns how many runs share the budget of a front: on a linked program, a run of less than a
/// minute finds little (experiments/bytes).
constexpr int FrontRuns(std::chrono::milliseconds budget) {
  return budget < std::chrono::minutes(4) ? 2 : 4;
}

/// Called at the begin of each run of a front, with what it looks for.
using OnFrontRun = std::function<void(std::string_view aim, std::chrono::milliseconds budget)>;

/// Looks for the Pareto front of instructions and bytes of one program. Two runs of `Tune` look for
/// the fewest bytes and for the fewest instructions. From a budget of four minutes on, two more
/// look for the fewest instructions below limits of bytes between these results; if one of these
/// beats the other, for what the other looked for. All have the same share of the budget. Each run
/// begins with the lists of those before it, and has a record of its own. The observer is told no
/// result.
///
/// Errors as for `Tune`, if no run has a result with an object size. A run that fails later costs a
/// warning. After a request to stop the front has what was proved by then.
Result<Front> TuneFront(const TuneJob& job, Pick pick, const Services& services,
                        TuneObserver& observer, const StopToken& stop, const OnFrontRun& on_run,
                        Clock::time_point started = Clock::now());

}  // namespace autotune
