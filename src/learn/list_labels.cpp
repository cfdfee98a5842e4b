#include "learn/list_labels.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace autotune {

Result<ListedProgram> LabelLists(const EnvironmentProgram& program,
                                 const std::vector<PassSequence>& lists, Evaluator& evaluator,
                                 const Budget& budget) {
  assert(program.root.features && "measured with features");
  ListedProgram listed{.program = {program.family, program.root.next.ir},
                       .root = *program.root.features,
                       .oz = static_cast<double>(std::max<std::uint64_t>(program.oz, 1)),
                       .lowest = {}};
  for (const PassSequence& list : lists) {
    const Trace trace = evaluator.Apply(program.root.next, list, {}, budget);
    if (!trace.status.ok() && !IsEvaluationFailure(trace.status.error().code)) {
      return trace.status.error();
    }
    std::vector<double>& lowest = listed.lowest.emplace_back();
    lowest.push_back(static_cast<double>(program.root.cost.instructions));
    for (const Evaluation& step : trace.steps) {
      lowest.push_back(std::min(lowest.back(), static_cast<double>(step.cost.instructions)));
    }
  }
  return listed;
}

}  // namespace autotune
