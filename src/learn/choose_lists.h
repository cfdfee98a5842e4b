#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace autotune {

/// Measured effect and cost of each list on each program.
struct ListTable {
  /// By list and program: the fraction of the instructions left by -Oz that the list removes; 0 if
  /// it removes none.
  std::vector<std::vector<double>> reductions;
  std::vector<double> costs;  ///< cost of applying each list, > 0, in any unit
};

struct ChooseListsOptions {
  std::size_t count = 32;  ///< maximum number of lists chosen
  /// Exponent of the cost that a list's gain is divided by, >= 0. With 0 the cost does not matter.
  double cost_weight = 0;
};

/// Chooses from `candidates` (rows of `table`) the lists that together do most for `programs` (its
/// columns). Each step takes the list that adds most to the best reduction so far, averaged over
/// the programs, for its cost. Ties go to the list that stands first in `candidates`. Ends early if
/// no list adds anything.
std::vector<std::size_t> ChooseLists(const ListTable& table,
                                     std::span<const std::size_t> candidates,
                                     std::span<const std::size_t> programs,
                                     const ChooseListsOptions& options);

/// Returns the best reduction, averaged over `programs`, with the first list of `lists`, with the
/// first two, and so on.
std::vector<double> MeanReductions(const ListTable& table, std::span<const std::size_t> lists,
                                   std::span<const std::size_t> programs);

}  // namespace autotune
