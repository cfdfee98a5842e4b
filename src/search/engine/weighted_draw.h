#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/action_space.h"
#include "core/random.h"

namespace autotune {

/// Draws a pass with a probability in proportion to its weight. Returns nothing if all weights are
/// 0.
inline std::optional<PassId> Draw(std::span<const float> weights, Random& random) {
  double total = 0;
  for (const float weight : weights) total += static_cast<double>(weight);
  double left = random.Unit() * total;
  std::optional<PassId> drawn;
  for (std::size_t pass = 0; pass < weights.size(); ++pass) {
    if (weights[pass] <= 0) continue;
    drawn = static_cast<PassId>(pass);
    left -= static_cast<double>(weights[pass]);
    if (left < 0) break;
  }
  return drawn;
}

/// Returns all passes by falling weight; ties go to the smaller index.
inline std::vector<PassId> MostProbableFirst(std::span<const float> weights) {
  std::vector<PassId> order(weights.size());
  std::iota(order.begin(), order.end(), PassId{0});
  std::ranges::sort(order, {}, [&](PassId pass) { return std::pair(-weights[pass], pass); });
  return order;
}

}  // namespace autotune
