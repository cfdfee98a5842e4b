#include "search/list/edit_draw.h"

#include <cassert>
#include <cmath>
#include <vector>

#include "search/engine/weighted_draw.h"

namespace autotune {
namespace {

// Share of draws by the prior; the others are even.
constexpr double kPassShare = 0.7;
constexpr std::uint64_t kPlacePercent = 75;

}  // namespace

void EditedList::DropUseless(std::size_t count, std::vector<float>& weights) const {
  for (PassId pass = 0; pass < weights.size(); ++pass) {
    if (KnownOf(count, pass) == Known::kUseless) weights[pass] = 0;
  }
}

EditPlace PlaceOf(const EditedList& list, std::size_t begin, std::size_t end) {
  const PassSequence& passes = list.passes();
  const auto value = [&](std::size_t count) {
    return static_cast<double>(list.ValueAfter(count)) + 1;
  };
  EditPlace place{.before = {},
                  .after = {},
                  .replaces = end > begin,
                  .passes_before = begin,
                  .passes_after = passes.size() - end,
                  .excess = std::log(value(begin) / value(passes.size()))};
  if (begin > 0) place.before = passes[begin - 1];
  if (end < passes.size()) place.after = passes[end];
  return place;
}

EditDraw::EditDraw(EditPrior& prior, const PassCosts& costs, Random& random)
    : prior_(prior), costs_(costs), random_(random), prices_(costs.size()) {
  for (PassId pass = 0; pass < prices_.size(); ++pass) {
    prices_[pass] = std::sqrt(costs.Expected(pass));
  }
}

std::size_t EditDraw::Place(const EditedList& list, std::size_t width) {
  const PassSequence& passes = list.passes();
  assert(width <= passes.size());
  const std::size_t places = passes.size() + 1 - width;
  if (random_.Below(100) >= kPlacePercent) return random_.Below(places);
  std::vector<float> chances;
  std::vector<float> weights(places);
  double rest = 2;  // cost of trying the pass and the next one, at least
  for (std::size_t at = places; at-- > 0;) {
    if (at + width < passes.size()) rest += costs_.Expected(passes[at + width]);
    prior_.Chances(PlaceOf(list, at, at + width), chances);
    list.DropUseless(at, chances);
    double worth = 0;
    for (PassId pass = 0; pass < chances.size(); ++pass) {
      worth += static_cast<double>(chances[pass]) / prices_[pass];
    }
    weights[at] = static_cast<float>(worth / std::sqrt(rest));
  }
  const auto drawn = Draw(weights, random_);
  return drawn ? *drawn : random_.Below(places);
}

std::vector<float> EditDraw::Weights(const EditPlace& place) {
  std::vector<float> chances;
  prior_.Chances(place, chances);
  std::vector<double> worth(chances.size());
  double total = 0;
  for (PassId pass = 0; pass < worth.size(); ++pass) {
    worth[pass] = static_cast<double>(chances[pass]) / prices_[pass];
    total += worth[pass];
  }
  std::vector<float> weights(worth.size());
  for (PassId pass = 0; pass < weights.size(); ++pass) {
    weights[pass] = static_cast<float>(kPassShare * worth[pass] / total +
                                       (1 - kPassShare) / static_cast<double>(weights.size()));
  }
  return weights;
}

PassSequence EditDraw::Candidates(const EditedList& list, std::size_t begin, std::size_t end,
                                  std::size_t count) {
  std::vector<float> weights = Weights(PlaceOf(list, begin, end));
  list.DropUseless(begin, weights);
  PassSequence candidates;
  while (candidates.size() < count) {
    const auto pass = Draw(weights, random_);
    if (!pass) break;
    candidates.push_back(*pass);
    weights[*pass] = 0;
    if (list.KnownOf(begin, *pass) == EditedList::Known::kLeads) break;
  }
  return candidates;
}

PassId EditDraw::Pass(const EditPlace& place) {
  const auto pass = Draw(Weights(place), random_);
  assert(pass && "none has a weight of 0");
  return *pass;
}

}  // namespace autotune
