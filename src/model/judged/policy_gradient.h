#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <ATen/core/ivalue.h>  // which adamw.h forgets, as Clang notices
#include <torch/optim/adamw.h>

#include "core/budget.h"
#include "core/evaluator.h"
#include "core/ir_tokens.h"
#include "core/objective.h"
#include "core/result.h"
#include "model/files/checkpoint.h"
#include "model/files/score.h"
#include "model/network/passformer.h"
#include "model/training/optimization.h"

namespace autotune {

struct PolicyGradientOptions {
  std::size_t rollouts = 8;  ///< rollouts of each program in a step, at least 2
  std::size_t length = 32;   ///< passes tried in a rollout, including passes without effect
  std::size_t updates = 2;   ///< updates made from one set of rollouts
  double clip = 0.2;         ///< limit on the ratio of probabilities, as in PPO
  double entropy = 0.01;     ///< weight of the entropy
  double anchor = 0.1;       ///< weight of the divergence from the initial network
  OptimizationOptions rules{.learning_rate = 1e-4, .warm_up = 0};
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;
  std::size_t threads = 1;  ///< rollouts evaluated at once; does not affect the result
};

/// A program to tune, and the evaluator that measures it.
struct TuningTask {
  const IrTokens& tokens;
  const Evaluation& root;  ///< with features
  Evaluator& evaluator;
};

/// Fine-tunes the decoder on the measured effects of its own lists: PPO (Schulman et al., 2017).
/// The value of a state is the mean gain of the program's other rollouts from the same step on.
///
/// A pass that goes below the lowest cost so far is rewarded with the log of the improvement. The
/// rewards of a rollout thus add up to the worth of its best prefix.
///
/// As in every search, a list consists of passes that change something. A pass without effect, or
/// that fails, leaves the rollout in its state and is not tried there again.
class PolicyGradient {
 public:
  PolicyGradient(const PolicyGradientOptions& options, std::shared_ptr<Passformer> network);

  /// Makes a training step. Its work depends only on `number` and on the network after earlier
  /// steps. Evaluations are claimed from `budget`. A rollout ends early if no pass is left to try.
  /// Errors: `kCancelled` if the budget ends before all rollouts are made, and the evaluator's; the
  /// network then stays as it was.
  Result<PolicyGradientScore> Step(std::uint64_t number, std::span<const TuningTask> tasks,
                                   Budget& budget);

  /// Returns the state to continue from, beside `position`; it may also be read into.
  Checkpoint Standing(TrainingPosition& position) {
    return {position, *network_, *anchor_, optimizer_};
  }

 private:
  const PolicyGradientOptions options_;
  const std::shared_ptr<Passformer> network_;
  const std::shared_ptr<Passformer> anchor_;
  torch::optim::AdamW optimizer_;
};

}  // namespace autotune
