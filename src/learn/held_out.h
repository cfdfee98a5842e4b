#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "search/choose_lists.h"

namespace autotune {

/// The indices of programs of these families, in two parts that are about as large and have no
/// family in common. The second is empty where there is one family.
std::array<std::vector<std::size_t>, 2> HalvesByFamily(std::span<const std::string> families,
                                                       std::uint64_t seed);

/// What lists are worth that were chosen for one half of the programs, by number of lists: means
/// over all programs, since each half has its turn.
struct HeldOutEstimate {
  std::vector<double> chosen;    ///< reduction in the half that they were chosen for
  std::vector<double> held_out;  ///< reduction in the other half
  std::vector<double> cost;      ///< of applying them to a program of the other half
};

/// What there is to choose from, and for what.
struct ListStudy {
  ListTable table;
  std::vector<std::vector<double>> costs;       ///< by list and program
  std::vector<std::set<std::string>> found_on;  ///< families, by list
  std::vector<std::string> families;            ///< by program
};

/// Chooses lists for each of the halves, which partition the programs, among those that were not
/// found in the other half alone.
HeldOutEstimate EstimateHeldOut(const ListStudy& study,
                                const std::array<std::vector<std::size_t>, 2>& halves,
                                const ChooseListsOptions& options);

}  // namespace autotune
