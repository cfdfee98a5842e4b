#include "search/learned/edit_prior.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <iterator>
#include <span>
#include <string>

#include "search/learned/learned_text.h"
#include "search/learned/take_until.h"

namespace autotune {
namespace {

// Lower bound of each bin except the first. experiments/edit-prior/fit.py has the same numbers.
constexpr double kHeadBins[] = {1, 2, 4, 8, 16};
constexpr double kTailBins[] = {1, 2, 4, 7, 12};
constexpr double kExcessBins[] = {1e-9, 0.02, 0.1, 0.3, 0.8};
constexpr std::size_t kBins = std::size(kHeadBins) + 1;

/// Weight of other programs' knowledge of a pass, as a number of times that it should have helped
/// here. The estimate is the mean of a gamma distribution, updated by a Poisson process.
constexpr float kCertainty = 1;

constexpr std::size_t kMaxKnown = 1 << 14;  ///< maximum number of places kept, some 10 MB

std::size_t BinOf(double x, std::span<const double> bins) {
  return static_cast<std::size_t>(std::ranges::upper_bound(bins, x) - bins.begin());
}

template <typename Number>
Number TakeNumber(std::string_view& line) {
  const std::string_view text = TakeUntil('\t', line);
  Number number{};
  [[maybe_unused]] const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  assert(end.ec == std::errc() && "the data file is part of the program");
  return number;
}

void Add(std::vector<float>& sum, const std::vector<float>& weights) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weights[i];
}

}  // namespace

EditPrior::EditPrior(const ActionSpace& actions) : EditPrior(actions, kEditPriorText) {}

EditPrior::EditPrior(const ActionSpace& actions, std::string_view text)
    : passes_(actions.size()),
      pass_(passes_),
      before_(passes_ + 1, Weights(passes_)),
      after_(before_),
      head_(kBins, Weights(passes_)),
      tail_(head_),
      excess_(head_),
      replaces_(2, Weights(passes_)),
      helped_(passes_),
      expected_(passes_),
      correction_(passes_, 1) {
  std::vector<std::optional<PassId>> named;  // by number in the file; none if `actions` lacks it
  const auto property = [&](int number) -> std::optional<std::size_t> {
    if (number < 0) return passes_;  // no pass: beginning or end of a list
    const auto pass = named[static_cast<std::size_t>(number)];
    return pass ? std::optional<std::size_t>(*pass) : std::nullopt;
  };
  while (!text.empty()) {
    std::string_view line = TakeUntil('\n', text);
    if (line.empty() || line.starts_with('#')) continue;
    const std::string_view kind = TakeUntil('\t', line);
    if (std::ranges::all_of(kind, [](char c) { return c >= '0' && c <= '9'; })) {
      const auto found = actions.Find(line);
      named.push_back(found.ok() ? std::optional<PassId>(*found) : std::nullopt);
      continue;
    }
    const int a = TakeNumber<int>(line);  // pass or -1 for none, a bin, or 1 for a replacement
    const int b = TakeNumber<int>(line);  // the pass; -1: all passes
    const auto weight = TakeNumber<float>(line);
    const bool of_pass = kind == "before" || kind == "after";
    const auto at = of_pass ? property(a) : std::optional<std::size_t>(std::max(a, 0));
    const auto pass = property(b);
    if (!at || !pass) continue;
    Weights& weights = *Find(kind, *at);
    if (*pass == passes_) {
      for (float& w : weights) w += weight;
    } else {
      weights[*pass] += weight;
    }
  }
}

EditPrior::Weights* EditPrior::Find(std::string_view kind, std::size_t property) {
  if (kind == "before") return &before_[property];
  if (kind == "after") return &after_[property];
  if (kind == "head") return &head_[property];
  if (kind == "tail") return &tail_[property];
  if (kind == "excess") return &excess_[property];
  if (kind == "replaces") return &replaces_[property];
  assert(kind == "pass" && "the data file is part of the program");
  return &pass_;
}

EditPrior::Bins EditPrior::BinsOf(const EditPlace& place) {
  return {BinOf(static_cast<double>(place.passes_before), kHeadBins),
          BinOf(static_cast<double>(place.passes_after), kTailBins),
          BinOf(place.excess, kExcessBins)};
}

void EditPrior::Chances(const EditPlace& place, std::vector<float>& chances) {
  chances = Elsewhere(place);
  for (std::size_t pass = 0; pass < passes_; ++pass) chances[pass] *= correction_[pass];
}

void EditPrior::Learn(const EditPlace& place, PassId pass, bool better) {
  helped_[pass] += better ? 1 : 0;
  expected_[pass] += Elsewhere(place)[pass];
  correction_[pass] = (helped_[pass] + kCertainty) / (expected_[pass] + kCertainty);
}

/// Returns the chances learned on other programs alone. The reference is valid until the next call.
const EditPrior::Weights& EditPrior::Elsewhere(const EditPlace& place) {
  const Bins bins = BinsOf(place);
  std::uint64_t key = place.before.value_or(passes_);
  key = key * (passes_ + 1) + place.after.value_or(passes_);
  for (const std::size_t bin : {bins.head, bins.tail, bins.excess}) key = key * kBins + bin;
  key = key * 2 + place.replaces;
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (known_.size() >= kMaxKnown) known_.clear();
  return known_.emplace(key, Compute(place, bins)).first->second;
}

EditPrior::Weights EditPrior::Compute(const EditPlace& place, const Bins& bins) const {
  Weights sum = pass_;
  Add(sum, before_[place.before.value_or(passes_)]);
  Add(sum, after_[place.after.value_or(passes_)]);
  Add(sum, head_[bins.head]);
  Add(sum, tail_[bins.tail]);
  Add(sum, excess_[bins.excess]);
  Add(sum, replaces_[place.replaces]);
  for (float& w : sum) w = 1 / (1 + std::exp(-w));
  return sum;
}

}  // namespace autotune
