#include "learn/held_out.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/hash.h"

namespace autotune {

namespace {

using Indices = std::vector<std::size_t>;

/// Returns the lists that would be known without these programs.
Indices KnownWithout(const ListStudy& study, const Indices& programs) {
  std::set<std::string> hidden;
  for (const std::size_t program : programs) hidden.insert(study.families[program]);
  Indices lists;
  for (std::size_t list = 0; list < study.found_on.size(); ++list) {
    if (!std::ranges::includes(hidden, study.found_on[list])) lists.push_back(list);
  }
  return lists;
}

/// Returns the cost of applying the first list to a program, the first two, and so on, on average.
std::vector<double> MeanCosts(const ListStudy& study, const Indices& lists,
                              const Indices& programs) {
  std::vector<double> means;
  double sum = 0;
  for (const std::size_t list : lists) {
    for (const std::size_t program : programs) sum += study.costs[list][program];
    means.push_back(sum / static_cast<double>(programs.size()));
  }
  return means;
}

/// Adds `share` of a curve to `total`. The curve stays at its last value.
void AddShare(const std::vector<double>& curve, double share, std::vector<double>& total) {
  if (curve.empty()) return;
  for (std::size_t i = 0; i < total.size(); ++i) {
    total[i] += share * curve[std::min(i, curve.size() - 1)];
  }
}

}  // namespace

std::array<Indices, 2> HalvesByFamily(std::span<const std::string> families, std::uint64_t seed) {
  std::map<Hash128, Indices> shuffled;
  for (std::size_t i = 0; i < families.size(); ++i) {
    shuffled[HashBytes(fmt::format("{} {}", seed, families[i]))].push_back(i);
  }
  std::array<Indices, 2> halves;
  for (const auto& [hash, programs] : shuffled) {
    Indices& half = halves[halves[1].size() < halves[0].size() ? 1 : 0];
    half.insert(half.end(), programs.begin(), programs.end());
  }
  return halves;
}

HeldOutEstimate EstimateHeldOut(const ListStudy& study, const std::array<Indices, 2>& halves,
                                const ChooseListsOptions& options) {
  std::array<Indices, 2> chosen;
  for (const std::size_t half : {0, 1}) {
    chosen[half] =
        ChooseLists(study.table, KnownWithout(study, halves[1 - half]), halves[half], options);
  }
  const std::vector<double> zeros(std::max(chosen[0].size(), chosen[1].size()));
  HeldOutEstimate estimate{zeros, zeros, zeros};
  const auto share = [&](const Indices& programs) {
    return static_cast<double>(programs.size()) / static_cast<double>(study.families.size());
  };
  for (const std::size_t half : {0, 1}) {
    const Indices& own = halves[half];
    const Indices& other = halves[1 - half];
    AddShare(MeanReductions(study.table, chosen[half], own), share(own), estimate.chosen);
    AddShare(MeanReductions(study.table, chosen[half], other), share(other), estimate.held_out);
    AddShare(MeanCosts(study, chosen[half], other), share(other), estimate.cost);
  }
  return estimate;
}

}  // namespace autotune
