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
  std::uint32_t in_flight = 16;  ///< simulations at a time, at most, 1 .. 65536
};

/// Monte Carlo tree search with the PUCT rule (Silver et al., "Mastering the game of Go without
/// human knowledge", 2017) for a single player: an edge is worth the mean, and as much the maximum,
/// of what the simulations through it have come to. A simulation goes down from the root to a pass
/// that was not tried there, and on from it with passes drawn by the prior; what it meets becomes
/// part of the tree. Passes that change nothing are dropped and states of equal IR are one, so the
/// tree is a graph without cycles (`StateGraph`). Simulations under way count as visits that have
/// brought nothing yet.
///
/// Where the search is to be repeatable, which simulation is made depends on all that came
/// `in_flight` before it and on nothing else, so not on the number of threads. Ends early where
/// nothing is left to try.
std::unique_ptr<Searcher> MakeMctsSearcher(const MctsOptions& options, const ActionSpace& actions,
                                           Evaluator& evaluator, Prior& prior);

}  // namespace autotune
