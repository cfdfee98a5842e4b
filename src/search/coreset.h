#pragma once

#include <vector>

#include "core/action_space.h"
#include "core/program.h"

namespace autotune {

/// The 50 sequences of the coreset of Liang et al. (ICML 2023), a small set that has something good
/// for most programs (`src/search/coreset.txt`), in their published order. Elements that `actions`
/// lacks are left out, and so are sequences of which nothing remains.
std::vector<PassSequence> Coreset(const ActionSpace& actions);

/// Lists that autotune found on other programs, chosen so that for most programs one of the first
/// few is good (`src/search/learned_lists.txt`, which `autotune-train coreset` makes:
/// experiments/learned-lists), most useful first. What `actions` lacks is left
/// out as above.
std::vector<PassSequence> LearnedLists(const ActionSpace& actions);

/// Lists that autotune found on excerpts of whole programs, chosen for what they do for whole ones
/// (`src/search/whole_program_lists.txt`: experiments/learned-lists), what to try first first.
std::vector<PassSequence> WholeProgramLists(const ActionSpace& actions);

/// Learned lists and what they do for the programs that they were chosen for.
struct LearnedTable {
  std::vector<PassSequence> lists;
  /// By program: the same of the program as it came, without any pass; mostly less than 0.
  std::vector<double> inputs;
  /// By program and list: what the list's best prefix takes off what -Oz leaves, as a fraction of
  /// it.
  std::vector<std::vector<double>> worths;
};

/// The same lists, and what is known of them for the whole action space `full`.
LearnedTable LearnedListsAndWorths(const ActionSpace& actions);

/// Lists that make smaller what the best learned list has left, and what they did to such programs
/// (`src/search/continuations.txt`, made as above). They are measured by the program that they go
/// on from: worths are fractions of its instructions, and `inputs` are 0.
LearnedTable LearnedContinuations(const ActionSpace& actions);

}  // namespace autotune
