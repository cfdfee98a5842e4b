#pragma once

#include <optional>
#include <span>
#include <utility>

#include "core/evaluator.h"
#include "core/mutex.h"

namespace autotune {

/// Evaluator that knows the state after one pass on the root, and does not run that pass again. All
/// else is as `inner` gives it. Thread-safe.
class KnownStart : public Evaluator {
 public:
  /// Keeps the state after the pass `first` on `program` from the time that somebody asks for that
  /// alone and wants it retained. `inner` must outlive this object.
  KnownStart(Evaluator& inner, const ProgramId& program, PassId first)
      : inner_(inner), program_(program), first_(first) {}

  /// The state after one pass is known already: `start`, which may have to be made again for what
  /// follows. `inner` must outlive this object.
  KnownStart(Evaluator& inner, Evaluation start)
      : inner_(inner),
        program_(start.next.program),
        first_(start.next.applied.front()),
        start_(std::move(start)) {}

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override {
    const bool begins = from.applied.empty() && from.program == program_ && !passes.empty() &&
                        passes.front() == first_;
    if (!begins) return inner_.Apply(from, passes, options, budget);
    const std::optional<Evaluation> start = Known(options.observe);
    if (!start) {
      Trace trace = inner_.Apply(from, passes, options, budget);
      if (passes.size() == 1 && options.retain.end && trace.steps.size() == 1) {
        const MutexLock lock(mutex_);
        start_ = trace.steps.front();
      }
      return trace;
    }
    Trace trace;
    if (passes.size() > 1) trace = inner_.Apply(start->next, passes.subspan(1), options, budget);
    trace.steps.insert(trace.steps.begin(), *start);
    return trace;
  }

 private:
  /// Returns the state, if it is known and was measured in the way wanted.
  std::optional<Evaluation> Known(const Observe& wanted) {
    const MutexLock lock(mutex_);
    if (!start_ || wanted.features || wanted.graph) return std::nullopt;
    const bool sized = start_->cost.object_size || !wanted.WantsSize(start_->cost.instructions);
    return sized ? start_ : std::nullopt;
  }

  Evaluator& inner_;
  const ProgramId program_;
  const PassId first_;
  Mutex mutex_;
  std::optional<Evaluation> start_ GUARDED_BY(mutex_);
};

}  // namespace autotune
