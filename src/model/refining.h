#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/evaluator.h"
#include "core/ir_tokens.h"
#include "core/prior.h"
#include "core/program.h"
#include "core/result.h"
#include "model/score.h"

// Policy gradients: from weights and programs to better weights. No torch here.

namespace autotune {

struct RefineOptions {
  std::filesystem::path start;   ///< weights to begin with
  std::filesystem::path output;  ///< the best weights so far
  std::uint64_t programs = 4;    ///< in a step
  std::uint64_t rollouts = 8;    ///< of each program in a step, at least 2
  std::uint64_t length = 32;     ///< passes tried in a rollout
  std::uint64_t interval = 10;   ///< steps between validations
  double learning_rate = 1e-4;
  double entropy = 0.01;          ///< how much it is worth
  double anchor = 0.1;            ///< what it costs to diverge from `start`
  double validation_share = 0.1;  ///< of the families
  std::uint64_t seed = 0;
  std::uint64_t threads = 1;  ///< lists evaluated at once; what is learned doesn't depend on it
  bool resume = false;        ///< go on from where the last refinement of `output` was stopped
  std::map<std::string, std::string> card{};  ///< what is known of the run
};

struct RefineProgram {
  std::string family;
  IrTokens tokens;
  Evaluation root;  ///< with features
};

/// What a model that answers as `prior` does is worth on a program; the higher, the better.
using Judge = std::function<Result<double>(const RefineProgram& program, Prior& prior)>;

struct RefineTasks {
  const ActionSpace& actions;
  const std::vector<RefineProgram>& programs;
  Evaluator& evaluator;
  Judge judge;
};

/// Told after each step and each judgement.
struct RefineProgress {
  std::uint64_t step = 0;  ///< steps made
  double seconds = 0;
  PolicyGradientScore score;        ///< of the last one
  std::optional<double> judgement;  ///< mean, where the step was judged
  bool improved = false;            ///< it is the best so far
};

using OnRefineProgress = std::function<void(const RefineProgress&)>;

struct RefineOutcome {
  std::uint64_t steps = 0;
  std::uint64_t best_step = 0;  ///< 0: nothing was better than the weights it began with
  double before = 0;            ///< mean judgement of these
  double best = 0;
  std::size_t training_programs = 0;
  std::size_t validation_programs = 0;  ///< 0: the judgement is of those trained on
};

/// Lets the model play, learns from what the evaluator says of it, and has the judge say now and
/// then what that was worth on families that it doesn't play on, until `budget` ends. The best
/// weights are in `options.output` at any time from the first judgement on; beside them lie a log
/// (`.csv`) and, from the end on, what it takes to go on (`.checkpoint`). Resumed, it does what it
/// would have done without the stop. Errors: weights that can't be read or are for other actions,
/// files that can't be written, no programs, a checkpoint that isn't there or is of another
/// refinement, and what the evaluator or the judge says; `kCancelled` before the first judgement.
Result<RefineOutcome> Refine(const RefineOptions& options, const RefineTasks& tasks, Budget& budget,
                             const OnRefineProgress& on_progress);

}  // namespace autotune
