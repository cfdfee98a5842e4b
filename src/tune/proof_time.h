#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include "core/budget.h"
#include "core/searcher.h"
#include "tune/result.h"

namespace autotune {

/// How long it will take to prove a list whose passes need `list` of CPU time, and to size what
/// comes of it if the level has a size, judging by the proof of a level; `loading`, that of the
/// program, is enough where there is none yet (no `processes`). With some reserve, for it is better
/// to search a little less than to lose the best list. `processes` of the proof, >= 1, have so many
/// `cores`, >= 1.
Clock::duration ExpectedProofTime(const Proven& level, std::chrono::nanoseconds list, int processes,
                                  std::size_t cores, Clock::duration loading);

/// Of lists `found`, worst first, those worth proving, best first: the ones that can be proved
/// `in_time` or, where there is none, all.
std::vector<Best> WorthProving(const std::vector<Best>& found,
                               const std::function<bool(const Best&)>& in_time);

}  // namespace autotune
