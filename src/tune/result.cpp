#include "tune/result.h"

namespace autotune {

const Evaluation* TuneResult::KnownOz() const {
  if (inlined && inlined->oz) return &*inlined->oz;
  const auto oz = baselines.levels.find(Level::kOz);
  if (oz == baselines.levels.end() || !oz->second.state) return nullptr;
  const Evaluation& state = *oz->second.state;
  return state.next.program == searched().root.next.program ? &state : nullptr;
}

std::vector<Level> TuneResult::BestLevels() const {
  std::vector<Level> levels = baselines.BestFirst(job.objective);
  std::vector<Level> allowed = levels;
  // Unlike clang's -O0, that of `opt` leaves calls that have to be inlined.
  const bool inlines = inlined && inlined->choices.front().order == PassOrder::kAsWritten;
  std::erase_if(allowed, [&](Level level) {
    return !KeepsLimit(baseline(level).cost) || (inlines && level == Level::kO0);
  });
  return allowed.empty() ? levels : allowed;
}

}  // namespace autotune
