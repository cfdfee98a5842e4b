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
#include "model/checkpoint.h"
#include "model/optimization.h"
#include "model/passformer.h"
#include "model/score.h"

namespace autotune {

struct PolicyGradientOptions {
  std::size_t rollouts = 8;  ///< of each program in a step, at least 2
  std::size_t length = 32;   ///< passes tried in a rollout, those that do nothing too
  std::size_t updates = 2;   ///< made from one set of rollouts
  double clip = 0.2;         ///< of the ratio of probabilities, as in PPO
  double entropy = 0.01;     ///< how much it is worth
  double anchor = 0.1;       ///< what it costs to diverge from the network it began as
  OptimizationOptions rules{.learning_rate = 1e-4, .warm_up = 0};
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;
  std::size_t threads = 1;  ///< rollouts evaluated at once; what is learned doesn't depend on it
};

/// A program to tune, and what measures it.
struct TuningTask {
  const IrTokens& tokens;
  const Evaluation& root;  ///< with features
  Evaluator& evaluator;
};

/// Fine-tunes the decoder on what its own lists were measured to do: PPO (Schulman et al., 2017),
/// where the value of a state is the mean of what the other rollouts of the program gained from
/// the same step on. A pass is rewarded with the log of the cost by which it beats the lowest one
/// before it, so the rewards of a rollout add up to what its best prefix is worth. As in every
/// search a list is made of passes that change something: one that doesn't, or fails, leaves the
/// rollout where it was and is not tried there again.
class PolicyGradient {
 public:
  PolicyGradient(const PolicyGradientOptions& options, std::shared_ptr<Passformer> network);

  /// What it does follows from its number and what the steps before it made of the network. Claims
  /// its evaluations from `budget`. A rollout ends early where no pass is left to try.
  /// Errors: `kCancelled` where the budget ends before all rollouts are made, and the evaluator's;
  /// nothing is learned then.
  Result<PolicyGradientScore> Step(std::uint64_t number, std::span<const TuningTask> tasks,
                                   Budget& budget);

  /// What it takes to go on from here, beside `position`; to be read into, too.
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
