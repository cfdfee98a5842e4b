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
  Objective objective = kDefaultObjective;
  std::uint32_t slices = 60;  ///< turns that the budget is divided into, 1 ..
  /// Length of a turn, at least, if time is the limit.
  std::chrono::milliseconds shortest_slice{200};
  /// Evaluations of such a turn, at least, however long they take.
  std::uint64_t least_in_slice = 100;
  /// Evaluations of a turn, at least, if evaluations are the limit.
  std::uint64_t smallest_slice = 200;
  /// Time for the first member alone, if time is the limit; >= 0.
  Clock::duration head_start{0};
  /// The same as a share of the time there is; the longer one counts; 0 .. 1.
  double head_start_part = 0;
  bool head_start_counts = true;  ///< its earnings count, its time does not
  /// Evaluations of the head start, at least.
  std::uint64_t head_start_evaluations = 0;
  double floor = 0.15;  ///< smallest share of a member
};

/// Makes a search in which several members take turns on one budget. Each member has a share of at
/// least `floor`. The rest is shared in proportion to recent earnings. Earnings are the logarithm
/// of what a member's turns took off the best cost, over the budget they used. Both fade by a tenth
/// a turn. The next turn goes to the member that has had least of its due. A list found by one
/// member is suggested to the others before their next turn.
///
/// Turns are measured in evaluations if these are limited, so that the run can be repeated, and in
/// time otherwise. A member that ends by itself is out until something new is suggested to it.
///
/// If time is the limit, the first member begins with a head start. The head start lasts for
/// `head_start`, as long as each turn finds something. It lasts for at least
/// `head_start_evaluations`, whatever the turns find and however long they take. The head start is
/// not counted as the member's share, except the turn that ends it.
///
/// The search ends early when all members have ended. It also ends when the others have gone ten
/// times as far in vain as the ended ones needed to find nothing more.
///
/// If time is the limit, a member that ends its turns itself takes as long as it likes for each.
/// Once there is a best list, it is suggested before each of these turns.
std::unique_ptr<Searcher> MakePortfolio(const PortfolioOptions& options,
                                        std::vector<std::unique_ptr<Searcher>> members);

}  // namespace autotune
