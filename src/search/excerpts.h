#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/evaluator.h"
#include "core/program.h"
#include "core/result.h"
#include "core/searcher.h"

namespace autotune {

/// Smaller programs made of the one that is tuned: most of what makes them smaller does so with it,
/// too, and is found sooner.
struct Excerpts {
  Evaluator* evaluator = nullptr;  ///< that knows them
  /// Excerpt number `index`, measured. The same again is free.
  std::function<Result<Evaluation>(std::uint64_t index, const Budget&)> take{};
};

struct ExcerptOptions {
  Objective objective = Objective::kIrInstructions;
  std::uint64_t seed = 0;            ///< any
  std::uint32_t excerpts = 16;       ///< that differ, 1 ..
  std::uint32_t lists = 4;           ///< of a turn that the program itself is tried with, 1 ..
  std::uint64_t evaluations = 1500;  ///< of an excerpt in a turn, at least
  std::uint64_t first_turn = 3000;   ///< the same in the first, which begins with learned lists
};

/// Looks for lists on excerpts of the program, with `local`, and tries on the program what has come
/// of it: the list that was the best by the end, by half of the evaluations, by a quarter of them
/// and so on, since not all that helps an excerpt helps elsewhere. `Run` is one turn, on the next
/// excerpt. It begins with what was suggested last or, if that was before the last turn, with what
/// was best for the program then; the first one with learned lists, too. A turn takes a sixth of
/// the time that is left at most, and apart from that twice as long as it took to try the lists of
/// the turn before, if not more. One without an evaluation says that there is no excerpt to be
/// had. Time decides what is found, whatever the budget.
std::unique_ptr<Searcher> MakeExcerptSearcher(const ExcerptOptions& options,
                                              const ActionSpace& actions, Evaluator& evaluator,
                                              Excerpts excerpts);

}  // namespace autotune
