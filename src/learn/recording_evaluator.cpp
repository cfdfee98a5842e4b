#include "learn/recording_evaluator.h"

namespace autotune {

Trace RecordingEvaluator::Apply(const ProgramState& from, std::span<const PassId> passes,
                                const EvaluationOptions& options, const Budget& budget) {
  Trace trace = inner_.Apply(from, passes, options, budget);
  const MutexLock lock(mutex_);
  Hash128 ir = from.ir;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    graph_.Record(ir, passes[i], trace.steps[i]);
    ir = trace.steps[i].next.ir;
  }
  if (!trace.status.ok() && !trace.rebuilding && IsEvaluationFailure(trace.status.error().code)) {
    graph_.RecordFailure(ir, passes[trace.steps.size()]);
  }
  return trace;
}

SearchGraph RecordingEvaluator::graph() const {
  const MutexLock lock(mutex_);
  return graph_;
}

}  // namespace autotune
