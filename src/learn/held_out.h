#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "learn/choose_lists.h"

namespace autotune {

/// Returns the indices of programs of these families in two parts. The parts are about as large and
/// have no family in common. The second is empty if there is one family.
std::array<std::vector<std::size_t>, 2> HalvesByFamily(std::span<const std::string> families,
                                                       std::uint64_t seed);

/// Worth of lists that were chosen for one half of the programs, by number of lists. Values are
/// means over all programs, since each half has its turn.
struct HeldOutEstimate {
  std::vector<double> chosen;    ///< reduction in the half that they were chosen for
  std::vector<double> held_out;  ///< reduction in the other half
  std::vector<double> cost;      ///< cost of applying them to a program of the other half
};

/// Lists to choose from, and the programs to choose them for.
struct ListStudy {
  ListTable table;
  std::vector<std::vector<double>> costs;  ///< cost, by list and program
  /// Families of the programs that a list was found on, by list.
  std::vector<std::set<std::string>> found_on;
  std::vector<std::string> families;  ///< family, by program
};

/// Chooses lists for each of the halves, which partition the programs. Lists found in the other
/// half alone are left out.
HeldOutEstimate EstimateHeldOut(const ListStudy& study,
                                const std::array<std::vector<std::size_t>, 2>& halves,
                                const ChooseListsOptions& options);

}  // namespace autotune
