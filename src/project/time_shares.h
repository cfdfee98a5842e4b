#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace autotune {

/// A unit as far as its share of a budget depends on it.
struct ShareOf {
  std::uint64_t bytes = 0;             ///< text + data of the plain object
  std::chrono::milliseconds spent{0};  ///< before
  std::chrono::milliseconds least{0};  ///< that is of use
};

/// Divides a budget so that all time ever spent on the units is in proportion to their bytes, as
/// far as the budget goes. A unit gets its least time at least, or nothing; those with the greatest
/// claims come first. The shares add up to the budget at most.
std::vector<std::chrono::milliseconds> DivideTime(std::chrono::milliseconds budget,
                                                  std::span<const ShareOf> units);

}  // namespace autotune
