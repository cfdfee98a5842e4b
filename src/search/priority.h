#pragma once

#include <cstdint>
#include <memory>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/prior.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct PriorityOptions {
  Objective objective = kDefaultObjective;
  double sharpness = 100;     ///< a cost higher by the factor 1 + x counts as a probability lower
                              ///< by the factor exp(-sharpness * x), 0 .. 10000
  std::uint32_t sample = 12;  ///< evaluations of a sample, 1 .. 200
  std::uint32_t in_flight = 16;  ///< samples at a time, at most, 1 .. 65536
};

/// Best-first search by the prior, after Priority Sampling (Grubisic et al., "Priority Sampling of
/// Large Language Models for Compilers", 2024): of all pairs of a list and a next pass that were
/// not tried, the one of highest priority is tried next, and the list is gone on with by the most
/// probable passes. There priority is the probability of the list with the pass; since here every
/// list is measured, it is the probability of what comes after the last pass that improved, times a
/// factor for the cost that was measured.
///
/// Without any random number, so deterministic where the search is to be repeatable. Once there are
/// more states than memory should hold, it goes on from the best one and forgets the others. Ends
/// early where nothing is left to try.
std::unique_ptr<Searcher> MakePrioritySearcher(const PriorityOptions& options,
                                               const ActionSpace& actions, Evaluator& evaluator,
                                               Prior& prior);

}  // namespace autotune
