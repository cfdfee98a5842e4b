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
#include "model/judged/judged_progress.h"

// Policy gradients: from weights and programs to better weights. No torch here.

namespace autotune {

struct RefineOptions {
  std::filesystem::path start;   ///< weights to begin with
  std::filesystem::path output;  ///< file for the best weights so far
  std::uint64_t programs = 4;    ///< programs in a step
  std::uint64_t rollouts = 8;    ///< rollouts of each program in a step, at least 2
  std::uint64_t length = 32;     ///< passes tried in a rollout
  std::uint64_t interval = 10;   ///< steps between validations
  double learning_rate = 1e-4;
  double entropy = 0.01;          ///< weight of the entropy
  double anchor = 0.1;            ///< weight of the divergence from `start`
  double validation_share = 0.1;  ///< share of the families held out
  std::uint64_t seed = 0;
  std::uint64_t threads = 1;  ///< lists evaluated at once; does not affect the result
  bool resume = false;        ///< continue the last refinement of `output`
  std::map<std::string, std::string> card{};  ///< facts about the run
};

struct RefineProgram {
  std::string family;
  IrTokens tokens;
  Evaluation root;  ///< with features
};

/// Returns the worth of a model on a program, given its answers as `prior`; the higher, the better.
using Judge = std::function<Result<double>(const RefineProgram& program, Prior& prior)>;

struct RefineTasks {
  const ActionSpace& actions;
  const std::vector<RefineProgram>& programs;
  Evaluator& evaluator;
  Judge judge;
};

/// Improves the model until `budget` ends. It learns from the evaluator's measurements of its own
/// lists. At intervals the judge rates the model on families that it doesn't train on. A resumed
/// refinement gives the same result as one without the stop.
///
/// From the first judgement on, the best weights are in `options.output`. Beside them lie a log
/// (`.csv`) and a checkpoint (`.checkpoint`) from which to continue.
///
/// Errors: weights that can't be read or are for other actions. Files that can't be written. No
/// programs. A checkpoint that is missing or of another refinement. Any error of the evaluator or
/// the judge. `kCancelled` before the first judgement.
Result<JudgedOutcome> Refine(const RefineOptions& options, const RefineTasks& tasks, Budget& budget,
                             const OnJudgedProgress& on_progress);

}  // namespace autotune
