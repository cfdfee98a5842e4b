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

/// Excerpts: smaller programs made from parts of the tuned program. Most lists that help an excerpt
/// help the program too, and are found sooner.
struct Excerpts {
  Evaluator* evaluator = nullptr;  ///< evaluator that the excerpts are applied with
  /// Returns excerpt number `index`, measured. Taking the same one again is free.
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
  bool learned_anyway = false;      ///< learned lists are tried even if a list was suggested
};

/// Makes a search that looks for lists on excerpts of the program, with `local`, and tries the
/// results on the program. More than a few hundred evaluations of an excerpt find only what helps
/// that excerpt (experiments/search). The program is therefore tried with one list from each of
/// several excerpts.
///
/// `Run` is one turn. All pending lists are tried at once, and the threads left over look for the
/// next lists. A search begins with the list suggested since the last turn, or else with the best
/// list of the last turn. Lists not yet tried on the program are added.
///
/// A single thread tries them first, and then looks for the next ones.
///
/// In the first turn, learned lists for whole programs are tried first if that takes less than half
/// of the remaining time. Otherwise the first search begins with learned lists.
///
/// A search takes at most a sixth of the remaining time. If no time would be left to try the
/// results, nothing is looked for. A turn without an evaluation means that no excerpt is available.
/// Results depend on time, whatever the budget.
std::unique_ptr<Searcher> MakeExcerptSearcher(const ExcerptOptions& options,
                                              const ActionSpace& actions, Evaluator& evaluator,
                                              Excerpts excerpts);

}  // namespace autotune
