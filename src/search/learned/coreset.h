#pragma once

#include <vector>

#include "core/action_space.h"
#include "core/program.h"

namespace autotune {

/// Returns the 50 sequences of the coreset of Liang et al. (ICML 2023), in their published order.
/// The coreset is a small set in which most programs find a good sequence
/// (`src/search/learned/coreset.txt`). Passes that `actions` lacks are left out, and so are
/// sequences of which nothing remains.
std::vector<PassSequence> Coreset(const ActionSpace& actions);

/// Returns lists that autotune found on other programs, most useful first. They are chosen so that
/// for most programs one of the first few is good. `autotune-train coreset` makes them
/// (`src/search/learned/learned_lists.txt`, experiments/learned-lists). Passes that `actions` lacks
/// are left out as above.
std::vector<PassSequence> LearnedLists(const ActionSpace& actions);

/// Returns lists that autotune found on excerpts of whole programs, in the order in which to try
/// them. They are chosen by their effect on whole programs
/// (`src/search/learned/whole_program_lists.txt`, experiments/learned-lists).
std::vector<PassSequence> WholeProgramLists(const ActionSpace& actions);

/// Returns a list that makes most whole programs smaller in bytes, too
/// (`src/search/learned/whole_program_lean_list.txt`, experiments/learned-lists).
PassSequence WholeProgramLeanList(const ActionSpace& actions);

/// Returns the passes to try after `default<Oz>` on a program so large that there is time for
/// little else: those that saved most a second on training programs
/// (`src/search/learned/after_oz.txt`, experiments/learned-lists).
PassSequence PassesAfterOz(const ActionSpace& actions);

/// Learned lists, and their worth for the programs that they were chosen for.
struct LearnedTable {
  std::vector<PassSequence> lists;
  /// By program: the worth of the program as it came, without any pass, in the same unit as
  /// `worths`; mostly less than 0.
  std::vector<double> inputs;
  /// By program and list: the fraction of the instructions left by -Oz that the list's best prefix
  /// removes.
  std::vector<std::vector<double>> worths;
};

/// Returns the lists of `LearnedLists` and their measured worths. The worths were measured with the
/// whole action space `full`.
LearnedTable LearnedListsAndWorths(const ActionSpace& actions);

/// Returns lists that make the result of the best learned list still smaller, and their effect on
/// such programs (`src/search/learned/continuations.txt`, made as above). Worths are fractions of
/// the instructions of the program that a list goes on from, so `inputs` are 0.
LearnedTable LearnedContinuations(const ActionSpace& actions);

}  // namespace autotune
