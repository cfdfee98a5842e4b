#pragma once

#include <cstdint>
#include <span>

namespace autotune {

/// Returns the geometric mean, 0 if a value is 0. `values` must not be negative or empty.
double GeometricMean(std::span<const double> values);

struct Interval {
  double low = 0;
  double high = 0;
};

struct BootstrapOptions {
  std::uint64_t resamples = 2'000;  ///< number of samples drawn
  double confidence = 0.95;         ///< probability covered, 0 to 1
  std::uint64_t seed = 1;
};

/// Returns the percentile bootstrap interval of the geometric mean (Efron and Tibshirani, "An
/// Introduction to the Bootstrap", chapter 13). `values` are drawn with replacement. Equal values
/// and options give the same interval everywhere.
Interval BootstrapGeometricMean(std::span<const double> values,
                                const BootstrapOptions& options = {});

}  // namespace autotune
