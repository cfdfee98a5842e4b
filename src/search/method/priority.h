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

/// Makes a best-first search by the prior, after Priority Sampling (Grubisic et al., "Priority
/// Sampling of Large Language Models for Compilers", 2024). The search tries the untried pair of a
/// list and a next pass that has the highest priority. It then extends the list with the most
/// probable passes.
///
/// In the paper, the priority is the probability of the list with the pass. Here every list is
/// measured. The priority is therefore the probability of what follows the last pass that improved,
/// times a factor for the measured cost.
///
/// The search uses no random numbers, so a repeatable search is deterministic. If there are more
/// states than memory should hold, it goes on from the best state and forgets the others. It ends
/// early if nothing is left to try.
std::unique_ptr<Searcher> MakePrioritySearcher(const PriorityOptions& options,
                                               const ActionSpace& actions, Evaluator& evaluator,
                                               Prior& prior);

}  // namespace autotune
