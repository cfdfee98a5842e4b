#include "project/time_shares.h"

#include <algorithm>
#include <numeric>

namespace autotune {

using std::chrono::milliseconds;

std::vector<milliseconds> DivideTime(milliseconds budget, std::span<const ShareOf> units) {
  double bytes = 0;
  double time = static_cast<double>(budget.count());
  for (const ShareOf& unit : units) {
    bytes += static_cast<double>(unit.bytes);
    time += static_cast<double>(unit.spent.count());
  }
  std::vector<milliseconds> shares(units.size(), milliseconds(0));
  if (bytes == 0) return shares;
  std::vector<double> claims;
  double claimed = 0;
  for (const ShareOf& unit : units) {
    const double fair = time * static_cast<double>(unit.bytes) / bytes;
    claims.push_back(std::max(0.0, fair - static_cast<double>(unit.spent.count())));
    claimed += claims.back();
  }
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return claims[a] != claims[b] ? claims[a] > claims[b] : a < b;
  });
  milliseconds left = budget;
  for (const std::size_t unit : order) {
    const milliseconds least = std::max(milliseconds(1), units[unit].least);
    if (claims[unit] <= 0 || left < least) continue;
    // Claims beyond the budget, of units that had too much before, shrink in proportion.
    const auto share = milliseconds(
        static_cast<std::int64_t>(claims[unit] / claimed * static_cast<double>(budget.count())));
    shares[unit] = std::min(left, std::max(share, least));
    left -= shares[unit];
  }
  return shares;
}

}  // namespace autotune
