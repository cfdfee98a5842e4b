#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/evaluator.h"

namespace autotune {

/// Evaluator whose object sizes are smaller than those of another, which sees each function alone
/// and so misses what functions save together. Everything else is as `inner` gives it. Thread-safe.
class CorrectedSizes : public Evaluator {
 public:
  /// `inner` must outlive this object.
  explicit CorrectedSizes(Evaluator& inner) : inner_(inner) {}

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override {
    Trace trace = inner_.Apply(from, passes, options, budget);
    for (Evaluation& step : trace.steps) {
      if (!step.cost.object_size) continue;
      std::uint64_t& text = step.cost.object_size->text;
      text = static_cast<std::uint64_t>(std::llround(static_cast<double>(text) * share_));
    }
    return trace;
  }

  /// From now on the code of each state counts as so much less as that of one does: it had `text`
  /// bytes alone, and has `excess`, which may be negative, less together. Call it before the first
  /// `Apply`.
  void Correct(std::uint64_t text, std::int64_t excess) {
    const auto alone = static_cast<double>(std::max<std::uint64_t>(text, 1));
    share_ = std::max(0.0, 1 - static_cast<double>(excess) / alone);
  }

 private:
  Evaluator& inner_;
  double share_ = 1;
};

}  // namespace autotune
