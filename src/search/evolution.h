#pragma once

#include <cstdint>
#include <memory>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct EvolutionOptions {
  Objective objective = Objective::kIrInstructions;
  std::uint64_t seed = 0;         ///< any
  std::uint32_t population = 16;  ///< lists kept, 1 .. 65536
  std::uint32_t in_flight = 32;   ///< lists evaluated at a time, at most, 1 .. 65536
  bool learned = true;            ///< what other programs taught is used
};

/// Evolves pass lists: first come learned lists, the whole pipelines of the space (`default<Oz>`,
/// ...), the sequences of the coreset and `default<Oz>` followed by each of these, then variants of
/// the best lists so far. Where variants get new passes and which ones is drawn by what helped on
/// other programs (`EditPrior`). Passes that change nothing are dropped from a list; of a variant
/// only what is new is evaluated, since what passes make of an IR is remembered. There is no
/// generation to wait for: where the search is to be repeatable, variant i is made when all that is
/// known of the lists up to i - `in_flight` is known, however many threads there are, so that these
/// do not change what is found; else by all that is known when a thread has nothing to do.
/// Ends early where mutation, time and again, leads to nothing new.
///
/// Evaluations are the passes the evaluator was asked for; what was remembered costs none.
std::unique_ptr<Searcher> MakeEvolutionSearcher(const EvolutionOptions& options,
                                                const ActionSpace& actions, Evaluator& evaluator);

}  // namespace autotune
