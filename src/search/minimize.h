#pragma once

#include "core/budget.h"
#include "core/evaluator.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct MinimizeOptions {
  Objective objective = kDefaultObjective;
};

/// `best` without passes that it does as well or better without: first those that change nothing,
/// then ever smaller pieces (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing
/// input", 2002), until no single pass can go. Anytime: when the budget ends, or where the
/// evaluator fails or does not confirm `best`, the shortest list so far is returned. Every list
/// that is returned, but for `best` itself, was applied as it stands. Runs as oneTBB tasks; as far
/// as time does not cut it short, the answer does not depend on the number of threads.
Best Minimize(const MinimizeOptions& options, Evaluator& evaluator, const Evaluation& root,
              const Best& best, Budget& budget);

}  // namespace autotune
