#include "search/engine/corrected_sizes.h"

#include <algorithm>

namespace autotune {

Trace CorrectedSizes::Apply(const ProgramState& from, std::span<const PassId> passes,
                            const EvaluationOptions& options, const Budget& budget) {
  Trace trace = inner_.Apply(from, passes, options, budget);
  for (Evaluation& step : trace.steps) {
    if (!step.cost.object_size) continue;
    std::uint64_t& text = step.cost.object_size->text;
    text = static_cast<std::uint64_t>(
        std::max<std::int64_t>(0, static_cast<std::int64_t>(text) - excess_));
  }
  return trace;
}

}  // namespace autotune
