#include "learn/choose_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsEmpty;

using Indices = std::vector<std::size_t>;

const Indices kAllLists = {0, 1, 2, 3};
const Indices kAllPrograms = {0, 1, 2};

/// List 0 is good on mean, 1 and 2 are each best for one program, 3 adds nothing to 1.
ListTable Table() {
  return {.reductions = {{0.25, 0.25, 0.25}, {0.5, 0, 0}, {0, 0.375, 0}, {0.25, 0, 0}},
          .costs = {16, 1, 1, 1}};
}

TEST(ChooseLists, TakesWhatAddsMostToWhatIsThere) {
  EXPECT_THAT(ChooseLists(Table(), kAllLists, kAllPrograms, {}), ElementsAre(0, 1, 2));
}

TEST(ChooseLists, TakesNoMoreThanItWasAskedFor) {
  EXPECT_THAT(ChooseLists(Table(), kAllLists, kAllPrograms, {.count = 2}), ElementsAre(0, 1));
  EXPECT_THAT(ChooseLists(Table(), kAllLists, kAllPrograms, {.count = 0}), IsEmpty());
}

TEST(ChooseLists, WeighsWhatAListCosts) {
  // 0.75 / 4, 0.5, 0.375 and 0.25; then list 0 adds 0.25 / 4 for the last program alone.
  EXPECT_THAT(ChooseLists(Table(), kAllLists, kAllPrograms, {.cost_weight = 0.5}),
              ElementsAre(1, 2, 0));
}

TEST(ChooseLists, SeesNoOtherListsAndPrograms) {
  EXPECT_THAT(ChooseLists(Table(), Indices{1, 2, 3}, kAllPrograms, {}), ElementsAre(1, 2));
  EXPECT_THAT(ChooseLists(Table(), kAllLists, Indices{1}, {}), ElementsAre(2));
  EXPECT_THAT(ChooseLists(Table(), Indices{1, 2, 3}, Indices{2}, {}), IsEmpty());
  EXPECT_THAT(ChooseLists(Table(), {}, kAllPrograms, {}), IsEmpty());
}

TEST(ChooseLists, TakesTheFirstOfEquals) {
  const ListTable table{.reductions = {{0.125}, {0.25}, {0.25}}, .costs = {1, 1, 1}};
  EXPECT_THAT(ChooseLists(table, Indices{0, 1, 2}, Indices{0}, {}), ElementsAre(1));
  EXPECT_THAT(ChooseLists(table, Indices{0, 2, 1}, Indices{0}, {}), ElementsAre(2));
}

TEST(MeanReductions, FollowTheListsInTheirOrder) {
  EXPECT_THAT(MeanReductions(Table(), Indices{3, 0, 1}, kAllPrograms),
              ElementsAre(DoubleEq(0.25 / 3), DoubleEq(0.25), DoubleEq(1.0 / 3)));
  EXPECT_THAT(MeanReductions(Table(), Indices{1}, Indices{1, 2}), ElementsAre(0.0));
  EXPECT_THAT(MeanReductions(Table(), {}, kAllPrograms), IsEmpty());
}

}  // namespace
}  // namespace autotune
