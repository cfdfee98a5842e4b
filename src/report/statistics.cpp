#include "report/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/random.h"

namespace autotune {

namespace {

std::vector<double> Logarithms(std::span<const double> values) {
  assert(!values.empty() && "a mean of nothing");
  std::vector<double> logarithms;
  for (const double value : values) logarithms.push_back(std::log(value));  // -inf of 0
  return logarithms;
}

double MeanOf(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

double GeometricMean(std::span<const double> values) {
  return std::exp(MeanOf(Logarithms(values)));
}

Interval BootstrapGeometricMean(std::span<const double> values, const BootstrapOptions& options) {
  const std::vector<double> logarithms = Logarithms(values);
  Random random(options.seed);
  std::vector<double> means;
  std::vector<double> drawn(logarithms.size());
  for (std::uint64_t i = 0; i < options.resamples; ++i) {
    for (double& value : drawn) value = logarithms[random.Below(logarithms.size())];
    means.push_back(MeanOf(drawn));
  }
  std::ranges::sort(means);
  // Take a drawn value, never one between two: half of -inf is of no use.
  const auto rank = [&](double share) {
    return means[static_cast<std::size_t>(
        std::lround(share * static_cast<double>(means.size() - 1)))];
  };
  const double tail = (1 - options.confidence) / 2;
  return {std::exp(rank(tail)), std::exp(rank(1 - tail))};
}

}  // namespace autotune
