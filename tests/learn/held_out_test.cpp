#include "learn/held_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Indices = std::vector<std::size_t>;

TEST(HalvesByFamily, KeepFamiliesTogetherAndAreAboutAsLarge) {
  const std::vector<std::string> families = {"a", "b", "a", "c", "d", "b", "e", "a"};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto halves = HalvesByFamily(families, seed);
    std::array<std::set<std::string>, 2> names;
    for (const int half : {0, 1}) {
      EXPECT_GE(halves[half].size(), 3u) << seed;  // the largest family has three programs
      for (const std::size_t program : halves[half]) names[half].insert(families[program]);
    }
    EXPECT_EQ(halves[0].size() + halves[1].size(), families.size());
    EXPECT_EQ(names[0].size() + names[1].size(), 5u) << seed;
    EXPECT_EQ(halves, HalvesByFamily(families, seed));
  }
}

TEST(HalvesByFamily, DependOnTheSeed) {
  const std::vector<std::string> families = {"a", "b", "c", "d", "e", "f", "g", "h"};
  std::set<std::array<Indices, 2>> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed) seen.insert(HalvesByFamily(families, seed));
  EXPECT_GT(seen.size(), 5u);
}

TEST(HalvesByFamily, OneFamilyIsNotParted) {
  const auto halves = HalvesByFamily(std::vector<std::string>{"a", "a"}, 0);
  EXPECT_THAT(halves[0], ElementsAre(0, 1));
  EXPECT_THAT(halves[1], IsEmpty());
}

/// Programs 0 and 1 are of family a, 2 of b. List 0 was found on a, 1 on b, 2 on both, 3 elsewhere.
ListStudy Study() {
  return {
      .table = {.reductions = {{0.5, 0.25, 0.125}, {0.25, 0.25, 0.5}, {0, 0, 0.25}, {0, 0.75, 0}},
                .costs = {1, 1, 1, 1}},
      .costs = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}},
      .found_on = {{"a"}, {"b"}, {"a", "b"}, {"c"}},
      .families = {"a", "a", "b"}};
}

TEST(EstimateHeldOut, ChoosesAmongListsKnownWithoutTheOtherHalf) {
  const HeldOutEstimate estimate = EstimateHeldOut(Study(), {Indices{0, 1}, Indices{2}}, {});
  // For a: lists 0 and 3, of equal worth, in this order. For b: list 1, nothing to add.
  EXPECT_THAT(estimate.chosen, ElementsAre(testing::DoubleEq((0.375 * 2 + 0.5) / 3),
                                           testing::DoubleEq((0.625 * 2 + 0.5) / 3)));
  EXPECT_THAT(estimate.held_out, ElementsAre(testing::DoubleEq((0.125 + 0.25 * 2) / 3),
                                             testing::DoubleEq((0.125 + 0.25 * 2) / 3)));
  EXPECT_THAT(estimate.cost, ElementsAre(testing::DoubleEq((3 + 4.5 * 2) / 3),
                                         testing::DoubleEq((15 + 4.5 * 2) / 3)));
}

TEST(EstimateHeldOut, HasNothingWhereNoListAdds) {
  ListStudy study = Study();
  for (auto& row : study.table.reductions) row = {0, 0, 0};
  EXPECT_THAT(EstimateHeldOut(study, {Indices{0, 1}, Indices{2}}, {}).chosen, IsEmpty());
}

}  // namespace
}  // namespace autotune
