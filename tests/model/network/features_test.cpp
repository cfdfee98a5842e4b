#include "model/network/features.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "core/feature_names.h"

namespace autotune {
namespace {

using Row = std::array<float, kStateFeatureWidth>;

constexpr std::size_t kTotal = FindInstCount("TotalInsts");
constexpr std::size_t kAdd = FindInstCount("Add");

Features Counts(std::uint32_t total, std::uint32_t adds) {
  Features features;
  features.inst_count[kTotal] = total;
  features.inst_count[kAdd] = adds;
  return features;
}

Row Write(const ObservedState& state) {
  Row row;
  row.fill(NAN);
  WriteStateFeatures(state, row);
  return row;
}

TEST(Features, EveryNumberIsSet) {
  const Features features = Counts(100, 10);
  const Row row = Write({features, features, features, 0});
  EXPECT_TRUE(std::ranges::none_of(row, [](float number) { return std::isnan(number); }));
}

TEST(Features, StateTellsSizeShareAndChange) {
  const Features root = Counts(200, 40);
  const Features before = Counts(100, 20);
  const Features now = Counts(50, 20);
  const Row row = Write({root, before, now, 16});
  const std::size_t add = kAutophaseSize + kAdd;
  EXPECT_FLOAT_EQ(row[add], std::log1p(20.0F) / 8);
  EXPECT_FLOAT_EQ(row[kCounts + add], 0.4F);
  EXPECT_FLOAT_EQ(row[2 * kCounts + add], 0);
  EXPECT_FLOAT_EQ(row[3 * kCounts + add], std::log(21.0F / 41));
  EXPECT_NEAR(row[4 * kCounts], std::log(51.0 / 101), 1e-6);
  EXPECT_NEAR(row[4 * kCounts + 1], std::log(51.0 / 201), 1e-6);
  EXPECT_FLOAT_EQ(row[4 * kCounts + 2], 0.25F);
}

TEST(Features, ProgramIsTheBeginningOfItsState) {
  const Features features = Counts(5000, 2000);
  std::array<float, kProgramFeatureWidth> program;
  WriteProgramFeatures(features, program);
  const Row row = Write({features, features, features, 0});
  EXPECT_TRUE(std::ranges::equal(program, std::span(row).first(program.size())));
}

TEST(Features, EmptyProgramHasNumbers) {
  const Features nothing;
  for (const float number : Write({nothing, nothing, nothing, 0})) EXPECT_EQ(number, 0);
}

}  // namespace
}  // namespace autotune
