#pragma once

#include <cstdint>
#include <memory>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct EvolutionOptions {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;         ///< any
  std::uint32_t population = 16;  ///< lists kept, 1 .. 65536
  std::uint32_t in_flight = 32;   ///< lists evaluated at a time, at most, 1 .. 65536
  bool learned = true;            ///< what other programs taught is used
};

/// Makes a search that evolves pass lists. It begins with learned lists, the whole pipelines of the
/// space (`default<Oz>`, ...), the sequences of the coreset, and `default<Oz>` followed by each of
/// these. It goes on with variants of the best lists so far. The places and passes of changes are
/// drawn by what helped on other programs (`EditPrior`).
///
/// Passes that change nothing are dropped from a list. The search remembers what passes make of an
/// IR, so only the new part of a variant is evaluated.
///
/// No generation has to be waited for. In a repeatable search, variant i is made from the results
/// of the lists up to i - `in_flight`. The number of threads thus does not change what is found.
/// Otherwise a variant is made from all that is known when a thread falls idle (`JobOrder`). The
/// search ends early if mutation leads to nothing new many times in a row.
///
/// Evaluations are the passes that the evaluator was asked for; remembered results cost none.
std::unique_ptr<Searcher> MakeEvolutionSearcher(const EvolutionOptions& options,
                                                const ActionSpace& actions, Evaluator& evaluator);

}  // namespace autotune
