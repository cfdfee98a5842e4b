#pragma once

#include "core/budget.h"
#include "core/evaluator.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct MinimizeOptions {
  Objective objective = kDefaultObjective;
};

/// Returns `best` without the passes that it does as well or better without. Passes that change
/// nothing go first, then ever smaller pieces, until no single pass can go (Zeller and Hildebrandt,
/// "Simplifying and isolating failure-inducing input", 2002).
///
/// Anytime: returns the shortest list so far when the budget ends, or if the evaluator fails or
/// does not confirm `best`. Every returned list, except `best` itself, was applied as it stands.
/// Runs as oneTBB tasks. Unless time cuts it short, the result does not depend on the number of
/// threads.
Best Minimize(const MinimizeOptions& options, Evaluator& evaluator, const Evaluation& root,
              const Best& best, Budget& budget);

}  // namespace autotune
