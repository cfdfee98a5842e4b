#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/evaluator.h"

namespace autotune {

/// Evaluator whose object sizes are smaller by a constant than those of another, which sees each
/// function alone. Everything else is as `inner` gives it. Thread-safe.
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
      text = static_cast<std::uint64_t>(
          std::max<std::int64_t>(0, static_cast<std::int64_t>(text) - excess_));
    }
    return trace;
  }

  /// From now on `bytes`, which may be negative, are taken from the code of each state. Call it
  /// before the first `Apply`.
  void Correct(std::int64_t bytes) { excess_ = bytes; }

 private:
  Evaluator& inner_;
  std::int64_t excess_ = 0;
};

}  // namespace autotune
