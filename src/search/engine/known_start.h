#pragma once

#include <span>
#include <utility>

#include "core/evaluator.h"

namespace autotune {

/// Evaluator that knows the state after one pass on the root, and does not run that pass again. All
/// else is as `inner` gives it. Thread-safe.
class KnownStart : public Evaluator {
 public:
  /// `start` is the state after one pass. `inner` must outlive this object.
  KnownStart(Evaluator& inner, Evaluation start) : inner_(inner), start_(std::move(start)) {}

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override {
    const Observe& wanted = options.observe;
    const bool measured = !wanted.features && !wanted.object_size && !wanted.graph &&
                          wanted.size_below <= start_.cost.instructions;
    const PassSequence& known = start_.next.applied;
    const bool begins = measured && from.applied.empty() && !passes.empty() &&
                        from.program == start_.next.program && passes.front() == known.front();
    if (!begins) return inner_.Apply(from, passes, options, budget);
    Trace trace;
    if (passes.size() > 1) trace = inner_.Apply(start_.next, passes.subspan(1), options, budget);
    trace.steps.insert(trace.steps.begin(), start_);
    return trace;
  }

 private:
  Evaluator& inner_;
  const Evaluation start_;
};

}  // namespace autotune
