#include "board/plan.h"

namespace autotune {

std::vector<LeaderboardCell> PlanLeaderboard(const LeaderboardConfig& config, std::size_t programs,
                                             const Shard& shard) {
  std::vector<LeaderboardCell> cells;
  for (std::size_t seed = 0; seed < config.seeds.size(); ++seed) {
    std::size_t place = 0;
    for (std::size_t program = shard.index; program < programs; program += shard.count) {
      for (std::size_t budget = 0; budget < config.budgets.size(); ++budget) {
        // Each program begins with another method, and so does each budget and seed of it.
        const std::size_t first = place + budget + seed;
        for (std::size_t i = 0; i < config.methods.size(); ++i) {
          cells.push_back({program, config.methods[(first + i) % config.methods.size()],
                           config.budgets[budget], config.seeds[seed]});
        }
      }
      ++place;
    }
  }
  return cells;
}

}  // namespace autotune
