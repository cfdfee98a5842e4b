#include "search/list/population.h"

#include <algorithm>
#include <utility>

namespace autotune {

Population::Population(std::size_t capacity, Individual root, const PassCosts& costs)
    : costs_(costs), capacity_(capacity), root_(std::move(root)), members_{root_} {}

Population::Admission Population::Admit(std::vector<Step> steps) {
  Individual candidate = root_;
  std::size_t length = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].value >= candidate.value) continue;
    candidate.value = steps[i].value;
    candidate.ir = steps[i].ir;
    length = i + 1;
  }
  steps.resize(length);
  candidate.steps = std::move(steps);

  const auto twin = std::ranges::find(members_, candidate.ir, &Individual::ir);
  if (twin != members_.end()) {
    if (CostOf(*twin) <= CostOf(candidate)) return {candidate.value, length, false};
    members_.erase(twin);
  } else if (members_.size() == capacity_) {
    if (candidate.value > members_.back().value) return {candidate.value, length, false};
    members_.pop_back();
  }
  const auto place = std::ranges::lower_bound(members_, candidate.value, {}, &Individual::value);
  const Admission admission{candidate.value, length, true};
  members_.insert(place, std::move(candidate));
  return admission;
}

double Population::CostOf(const Individual& individual) const {
  return costs_.Expected(Passes(individual.steps));
}

const Individual& Population::Draw(Random& random) const {
  const double u = random.Unit();
  return members_[static_cast<std::size_t>(u * u * static_cast<double>(members_.size()))];
}

}  // namespace autotune
