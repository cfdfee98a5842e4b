#include "report/statistics.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace autotune {
namespace {

TEST(GeometricMean, IsTheRootOfTheProduct) {
  EXPECT_DOUBLE_EQ(GeometricMean(std::array{2.0, 8.0}), 4);
  EXPECT_NEAR(GeometricMean(std::array{1.0, 1.1, 1.21}), 1.1, 1e-12);
}

TEST(GeometricMean, OfAZeroIsZero) { EXPECT_EQ(GeometricMean(std::array{0.0, 8.0}), 0); }

TEST(BootstrapGeometricMean, OfEqualValuesIsThatValue) {
  const Interval interval = BootstrapGeometricMean(std::array{1.5, 1.5, 1.5});
  EXPECT_NEAR(interval.low, 1.5, 1e-12);
  EXPECT_NEAR(interval.high, 1.5, 1e-12);
}

/// Two of two draws are the low value in a quarter of the resamples, so both tails are pure.
TEST(BootstrapGeometricMean, OfTwoValuesSpansBoth) {
  const Interval interval = BootstrapGeometricMean(std::array{2.0, 8.0});
  EXPECT_NEAR(interval.low, 2, 1e-12);
  EXPECT_NEAR(interval.high, 8, 1e-12);
}

/// At 40 % the tails are 30 %: the mean of one value and the other, half of the resamples.
TEST(BootstrapGeometricMean, NarrowsWithTheConfidence) {
  const Interval interval = BootstrapGeometricMean(std::array{2.0, 8.0}, {.confidence = 0.4});
  EXPECT_NEAR(interval.low, 4, 1e-12);
  EXPECT_NEAR(interval.high, 4, 1e-12);
}

/// The normal approximation: 1.96 standard errors of the mean of logarithms, with n under the root.
TEST(BootstrapGeometricMean, AgreesWithTheNormalApproximation) {
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) values.push_back(i % 2 == 0 ? 1.0 : 1.2);
  const Interval interval = BootstrapGeometricMean(values);
  EXPECT_NEAR(interval.low, 1.0761, 0.004);
  EXPECT_NEAR(interval.high, 1.1153, 0.004);
}

TEST(BootstrapGeometricMean, IsZeroBelowWhereAValueIs) {
  const Interval interval = BootstrapGeometricMean(std::array{0.0, 2.0, 2.0});
  EXPECT_EQ(interval.low, 0);
  EXPECT_NEAR(interval.high, 2, 1e-12);
}

}  // namespace
}  // namespace autotune
