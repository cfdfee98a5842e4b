#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/program.h"
#include "core/random.h"
#include "search/list/pass_costs.h"
#include "search/list/transitions.h"

namespace autotune {

/// A list in which each pass changes something, and its objective.
struct Individual {
  std::vector<Step> steps;
  Hash128 ir;  ///< IR at its end
  std::uint64_t value = 0;
};

/// The best lists of a search, no two with the same IR at the end. If two lists end in the same IR,
/// the one that takes less time to run stays. Among equally good lists the newest comes first and
/// the oldest is the first to go. The search thus drifts along a plateau instead of standing still
/// on it. Not thread-safe.
class Population {
 public:
  /// Begins with the empty list, `root`. `costs` must outlive this object.
  Population(std::size_t capacity, Individual root, const PassCosts& costs);

  /// Result of offering a list.
  struct Admission {
    std::uint64_t value;  ///< objective of the best prefix
    std::size_t length;   ///< passes of the best prefix
    bool admitted;
  };
  /// Adds the best prefix of `steps`, the shortest of equally good ones, if there is room for it.
  Admission Admit(std::vector<Step> steps);

  /// Draws a list; better lists are more probable.
  const Individual& Draw(Random& random) const;

 private:
  double CostOf(const Individual& individual) const;

  const PassCosts& costs_;
  const std::size_t capacity_;
  const Individual root_;
  std::vector<Individual> members_;  ///< best first, never empty
};

}  // namespace autotune
