#include "tune/result.h"

namespace autotune {

std::vector<Level> TuneResult::BestLevels() const {
  std::vector<Level> levels = baselines.BestFirst(job.objective);
  std::vector<Level> allowed = levels;
  std::erase_if(allowed, [this](Level level) { return !Allows(baseline(level).cost); });
  return allowed.empty() ? levels : allowed;
}

}  // namespace autotune
