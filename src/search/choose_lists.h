#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace autotune {

/// What lists do for programs.
struct ListTable {
  /// By list and program: what the list takes off what -Oz leaves, as a fraction of it; 0 where it
  /// takes nothing off.
  std::vector<std::vector<double>> reductions;
  std::vector<double> costs;  ///< of applying each list, > 0, in any unit
};

struct ChooseListsOptions {
  std::size_t count = 32;  ///< as many lists at most
  double cost_weight = 0;  ///< what a list adds is divided by its cost to the power of this, >= 0
};

/// The lists of `candidates` that together do most for `programs` (both rows and columns of
/// `table`), chosen greedily: the next one is that which adds most to the mean over the programs of
/// the best reduction so far, weighed by its cost; of equals the one that stands first. Ends where
/// no list adds anything.
std::vector<std::size_t> ChooseLists(const ListTable& table,
                                     std::span<const std::size_t> candidates,
                                     std::span<const std::size_t> programs,
                                     const ChooseListsOptions& options);

/// The mean over `programs` of the best reduction with the first list of `lists`, with the first
/// two, and so on.
std::vector<double> MeanReductions(const ListTable& table, std::span<const std::size_t> lists,
                                   std::span<const std::size_t> programs);

}  // namespace autotune
