#include "board/plan.h"

namespace autotune {

std::vector<LeaderboardCell> PlanLeaderboard(const LeaderboardConfig& config, std::size_t programs,
                                             const Shard& shard) {
  std::vector<LeaderboardCell> cells;
  std::size_t round = 0;
  for (std::size_t seed = 0; seed < config.seeds.size(); ++seed) {
    for (std::size_t program = shard.index; program < programs; program += shard.count) {
      for (const std::chrono::milliseconds budget : config.budgets) {
        // The seed shifts the first method, in case programs x budgets is a multiple of the
        // methods.
        const std::size_t first = round++ + seed;
        for (std::size_t i = 0; i < config.methods.size(); ++i) {
          cells.push_back({program, config.methods[(first + i) % config.methods.size()], budget,
                           config.seeds[seed]});
        }
      }
    }
  }
  return cells;
}

}  // namespace autotune
