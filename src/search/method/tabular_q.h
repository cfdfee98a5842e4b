#pragma once

#include <cstdint>
#include <memory>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/program.h"
#include "core/searcher.h"

namespace autotune {

struct TabularQOptions {
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;      ///< any
  PassSequence passes = {};    ///< passes to choose from; empty: all
  std::uint32_t length = 10;   ///< passes of an episode, those without effect included, 1 ..
  double learning_rate = 0.1;  ///< share of the difference that an estimate moves by, in (0, 1]
  double explore = 0.2;        ///< probability of an evenly drawn pass at each step, in [0, 1]
};

/// Makes a search by Q-learning with a table, on the program itself: CompilerGym's `tabular_q`. Its
/// state is three Autophase counts (32-bit constants, constants of value 1, instructions) and the
/// number of passes so far. The table has the expected gain of each pass in each state. It begins
/// at 0 and learns from each pass at once, without discount. Ties are broken at random. A state is
/// worth 0 at least, since an episode counts by its best prefix. A pass that fails ends its
/// episode.
///
/// Each thread plays an episode of its own, and all share the table. With limited evaluations 16
/// episodes take turns, whatever the number of threads. The search lasts as long as the budget. A
/// found list has only the passes that had an effect. The root must come with features.
std::unique_ptr<Searcher> MakeTabularQSearcher(TabularQOptions options, const ActionSpace& actions,
                                               Evaluator& evaluator);

/// Returns the passes that CompilerGym's entry chooses from, without those that `actions` lacks.
PassSequence TabularQPasses(const ActionSpace& actions);

}  // namespace autotune
