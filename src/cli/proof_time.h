#pragma once

#include <chrono>

#include "cli/outcome.h"
#include "core/budget.h"

namespace autotune {

/// How long it will take to prove a list whose passes need `list` of CPU time, and to size what
/// comes of it, judging by the proof of a level; `loading`, that of the program, is enough where
/// there is none yet (no `processes`). With some reserve, for it is better to search a little less
/// than to lose the best list. `processes` of the proof, >= 1, have so many `cores`, >= 1.
Clock::duration ExpectedProofTime(const Proven& level, std::chrono::nanoseconds list, int processes,
                                  std::size_t cores, Clock::duration loading);

}  // namespace autotune
