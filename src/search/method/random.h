#pragma once

#include <cstdint>
#include <memory>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct RandomOptions {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;         ///< any
  std::uint32_t walkers = 64;     ///< at most so many, 1 .. 65536; threads beyond that stay idle
  double patience_factor = 1.25;  ///< steps without improvement, per action of the space; 0 .. 1000
};

/// Makes a random search as in CompilerGym's `random_search.py`. A walker runs episodes of
/// uniformly random passes from the root. An episode ends after patience + 1 steps without beating
/// the walker's best of all its episodes. Patience is patience_factor * |actions|. A pass that
/// fails is a step that changes nothing.
///
/// Walkers are independent, and each is seeded by its index. Without a limit on evaluations, each
/// runs until the budget ends, so as many are used as there are threads. With a limit, each gets an
/// equal share of it. There are then no more walkers than can get patience + 1 steps each.
std::unique_ptr<Searcher> MakeRandomSearcher(const RandomOptions& options,
                                             const ActionSpace& actions, Evaluator& evaluator);

}  // namespace autotune
