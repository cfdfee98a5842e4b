#include "learn/choose_lists.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace autotune {
namespace {

/// Best reduction of each program with the lists taken so far.
class Reached {
 public:
  Reached(const ListTable& table, std::span<const std::size_t> programs)
      : table_(table), programs_(programs), best_(programs.size()) {}

  /// Returns the gain in reduction that a list would bring, summed over the programs.
  double Gain(std::size_t list) const {
    double gain = 0;
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      gain += std::max(0.0, table_.reductions[list][programs_[i]] - best_[i]);
    }
    return gain;
  }

  void Take(std::size_t list) {
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      best_[i] = std::max(best_[i], table_.reductions[list][programs_[i]]);
    }
  }

  double Mean() const {
    double sum = 0;
    for (const double reduction : best_) sum += reduction;
    return best_.empty() ? 0 : sum / static_cast<double>(best_.size());
  }

 private:
  const ListTable& table_;
  const std::span<const std::size_t> programs_;
  std::vector<double> best_;
};

}  // namespace

std::vector<std::size_t> ChooseLists(const ListTable& table,
                                     std::span<const std::size_t> candidates,
                                     std::span<const std::size_t> programs,
                                     const ChooseListsOptions& options) {
  Reached reached(table, programs);
  std::vector<std::size_t> chosen;
  while (chosen.size() < options.count) {
    std::optional<std::size_t> next;
    double highest = 0;
    for (const std::size_t list : candidates) {
      const double worth = reached.Gain(list) / std::pow(table.costs[list], options.cost_weight);
      if (worth <= highest) continue;
      highest = worth;
      next = list;
    }
    if (!next) break;
    chosen.push_back(*next);
    reached.Take(*next);
  }
  return chosen;
}

std::vector<double> MeanReductions(const ListTable& table, std::span<const std::size_t> lists,
                                   std::span<const std::size_t> programs) {
  Reached reached(table, programs);
  std::vector<double> means;
  for (const std::size_t list : lists) {
    reached.Take(list);
    means.push_back(reached.Mean());
  }
  return means;
}

}  // namespace autotune
