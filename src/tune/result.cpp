#include "tune/result.h"

namespace autotune {

std::vector<Level> TuneResult::BestLevels() const {
  std::vector<Level> levels = baselines.BestFirst(job.objective);
  // One remains: the limit is the size of a level.
  std::erase_if(levels, [this](Level level) { return !Allows(baseline(level).cost); });
  return levels;
}

}  // namespace autotune
