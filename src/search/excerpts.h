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
  Objective objective = kDefaultObjective;
  std::uint64_t seed = 0;           ///< any
  std::uint32_t excerpts = 16;      ///< that differ, 1 ..
  std::uint64_t evaluations = 500;  ///< of each
  std::uint32_t first_lists = 2;    ///< learned ones that the program is tried with first, 0 ..
  std::uint32_t least_lists = 2;    ///< that are looked for at a time, 1 .. `lists`
  std::uint32_t lists = 4;          ///< the same at most
  bool learned = true;              ///< what other programs taught is used
};

/// Looks for lists on excerpts of the program, with `local`, and tries on the program what has come
/// of it. More than a few hundred evaluations of an excerpt find what helps it alone
/// (experiments/search), so the program is tried with a list of each of several. `Run` is one turn:
/// lists are tried, all at once, and on the threads that this leaves the next ones looked for. A
/// search begins with what was suggested last or, if that was before the last turn, with what was
/// best for the program then, and with lists that are not known of the program yet; the very first
/// with learned ones, unless learned lists for whole programs are what is tried first, where that
/// takes less than half of the time there is. It takes a sixth of the time that is left at most;
/// where there would be no time to try what is found, nothing is looked for. A turn without an
/// evaluation says that there is no excerpt to be had. Time decides what is found, whatever the
/// budget.
std::unique_ptr<Searcher> MakeExcerptSearcher(const ExcerptOptions& options,
                                              const ActionSpace& actions, Evaluator& evaluator,
                                              Excerpts excerpts);

}  // namespace autotune
