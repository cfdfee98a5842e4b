#pragma once

#include <cstdint>
#include <memory>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct GreedyOptions {
  Objective objective = kDefaultObjective;
  double epsilon = 0;      ///< probability of a random pass at a step, 0 .. 1
  std::uint64_t seed = 0;  ///< any value; no effect if `epsilon` is 0
};

/// Makes a greedy or e-greedy search as in CompilerGym's leaderboard. Each step tries every pass on
/// the current state and applies the best one; ties go to the largest index. The search stops if no
/// pass improves on the current state, however much budget is left. With probability `epsilon` a
/// step applies a uniformly random pass instead, good or bad.
///
/// If the budget does not allow all passes of a step, the first ones are tried and that step is the
/// last.
std::unique_ptr<Searcher> MakeGreedySearcher(const GreedyOptions& options,
                                             const ActionSpace& actions, Evaluator& evaluator);

}  // namespace autotune
