#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/program.h"
#include "core/random.h"
#include "search/pass_costs.h"
#include "search/transitions.h"

namespace autotune {

/// A list of passes each of which changes something, and what it is worth.
struct Individual {
  std::vector<Step> steps;
  Hash128 ir;  ///< at its end
  std::uint64_t value = 0;
};

/// The best lists of a search, no two of them with the same IR at the end: the one that takes less
/// time to run stays. Of equally good ones the newest comes first and the oldest is the first to
/// go, so that the search drifts along a plateau instead of standing still on it. Not thread-safe.
class Population {
 public:
  /// Begins with the empty list. `costs` must outlive this object.
  Population(std::size_t capacity, Individual root, const PassCosts& costs);

  /// Takes the best prefix of `steps` (of equally good ones the shortest), if there is room for it.
  struct Admission {
    std::uint64_t value;  ///< of the best prefix
    std::size_t length;
    bool admitted;
  };
  Admission Admit(std::vector<Step> steps);

  /// Any, a better one with a higher probability.
  const Individual& Draw(Random& random) const;

 private:
  double CostOf(const Individual& individual) const;

  const PassCosts& costs_;
  const std::size_t capacity_;
  const Individual root_;
  std::vector<Individual> members_;  ///< best first, never empty
};

}  // namespace autotune
