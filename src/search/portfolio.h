#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct PortfolioOptions {
  Objective objective = Objective::kIrInstructions;
  std::uint32_t slices = 60;                      ///< turns that the budget is divided into, 1 ..
  std::chrono::milliseconds shortest_slice{200};  ///< where time is the limit
  std::uint64_t least_in_slice = 100;             ///< evaluations, however long they take, there
  std::uint64_t smallest_slice = 200;             ///< evaluations, where these are the limit
  Clock::duration head_start{0};  ///< for the first searcher alone, where time is the limit; >= 0
  double head_start_part = 0;     ///< of the time there is, where that is more; 0 .. 1
  bool head_start_counts = true;  ///< what is earned by then, not the time it takes
  std::uint64_t head_start_evaluations = 0;  ///< that it makes by then at least
  double floor = 0.15;                       ///< share that a member never falls below
};

/// Lets several searchers take turns on one budget. Each has a floor of it; the rest goes to them
/// in proportion to what they have earned lately: the logarithm of what their turns took off the
/// best cost, over what they used, both fading by a tenth a turn. The turn is that of the member
/// that has had least of its due. What one finds is suggested to the others before their next turn.
///
/// Turns are measured in evaluations where these are limited, so that the run can be repeated, and
/// in time otherwise. A member that ends by itself is out until something new is suggested to it.
/// The first member begins, where time is the limit with `head_start` for itself, as long as each
/// of its turns finds something, and with `head_start_evaluations` whatever they find, however long
/// they take; that is not counted as its share. Ends early when all have ended, or when those that
/// have not went ten times as far in vain as the others needed to find nothing more.
///
/// Where time is the limit, a member that ends its turns itself takes as long as it likes for each,
/// and is told of the best list before each.
std::unique_ptr<Searcher> MakePortfolio(const PortfolioOptions& options,
                                        std::vector<std::unique_ptr<Searcher>> members);

}  // namespace autotune
