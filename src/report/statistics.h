#pragma once

#include <cstdint>
#include <span>

namespace autotune {

/// 0 where a value is 0. `values` are not negative, and there is one at least.
double GeometricMean(std::span<const double> values);

struct Interval {
  double low = 0;
  double high = 0;
};

struct BootstrapOptions {
  std::uint64_t resamples = 2'000;
  double confidence = 0.95;
  std::uint64_t seed = 1;
};

/// Percentile bootstrap of the geometric mean (Efron and Tibshirani, "An Introduction to the
/// Bootstrap", chapter 13): `values` are drawn with replacement. The same values and options give
/// the same interval everywhere.
Interval BootstrapGeometricMean(std::span<const double> values,
                                const BootstrapOptions& options = {});

}  // namespace autotune
