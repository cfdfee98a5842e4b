#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "model/files/score.h"

namespace autotune {

/// Reported after each step and each judgement of a training that is judged at intervals.
struct JudgedProgress {
  std::uint64_t step = 0;  ///< steps made
  double seconds = 0;
  PolicyGradientScore score;        ///< score of the last step
  std::optional<double> judgement;  ///< mean judgement, if the step was judged
  bool improved = false;            ///< true if it is the best so far
};

using OnJudgedProgress = std::function<void(const JudgedProgress&)>;

/// The result of a training that is judged at intervals.
struct JudgedOutcome {
  std::uint64_t steps = 0;
  std::uint64_t best_step = 0;  ///< 0: nothing was better than the initial weights
  double before = 0;            ///< mean judgement of the initial weights
  double best = 0;
  std::size_t training_programs = 0;
  std::size_t validation_programs = 0;  ///< 0: training programs were judged
};

}  // namespace autotune
