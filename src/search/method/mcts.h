#pragma once

#include <cstdint>
#include <memory>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/prior.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct MctsOptions {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;        ///< any
  double exploration = 0.5;      ///< weight of prior and visits against what was measured, 0 .. 100
  double sharpness = 40;         ///< a state worse by the factor 1 + x is worth exp(-sharpness * x)
  std::uint32_t rollout = 12;    ///< evaluations of one simulation, 1 .. 200
  std::uint32_t in_flight = 16;  ///< maximum number of simulations at a time, 1 .. 65536
};

/// Makes a Monte Carlo tree search for a single player. It uses the PUCT rule (Silver et al.,
/// "Mastering the game of Go without human knowledge", 2017). The worth of an edge counts the mean
/// and the best result of the simulations through it in equal parts.
///
/// A simulation goes down from the root to a pass that was not tried there. From there it goes on
/// with passes drawn by the prior, and all states that it meets join the tree. Passes that change
/// nothing are dropped and states of equal IR are one, so the tree is a graph without cycles
/// (`StateGraph`). Simulations under way count as visits without a result.
///
/// In a repeatable search, the choice of a simulation depends only on the simulations up to
/// `in_flight` before it, not on the number of threads. The search ends early if nothing is left to
/// try.
std::unique_ptr<Searcher> MakeMctsSearcher(const MctsOptions& options, const ActionSpace& actions,
                                           Evaluator& evaluator, Prior& prior);

}  // namespace autotune
