#include "search/list_model.h"

#include <cstddef>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/action_space.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::Eq;
using testing::Optional;
using testing::SizeIs;

const ActionSpace& Space() {
  static const ActionSpace space("test", {{"a", ""}, {"b", ""}, {"c", ""}, {"default<Oz>", ""}},
                                 {});
  return space;
}

/// Lists 0 and 1 are good for programs of one kind, 2 and 3 for those of another; 0 and 2 are the
/// better ones on mean.
LearnedTable TwoKinds() {
  return {.lists = {{0}, {0, 1}, {1}, {1, 2}},
          .worths = {{0.20, 0.25, 0, 0},
                     {0.24, 0.22, 0, 0},
                     {0.22, 0.21, 0, 0.01},
                     {0, 0, 0.12, 0.16},
                     {0, 0, 0.14, 0.11},
                     {0.01, 0, 0.13, 0.14}}};
}

TEST(ListModel, BeginsWithWhatIsBestOnMean) {
  EXPECT_THAT(ListModel(TwoKinds(), Space()).Next(), Optional(Eq(0u)));
}

TEST(ListModel, GoesOnWithWhatSuitsProgramsLikeThisOne) {
  ListModel good(TwoKinds(), Space());
  good.Observe(*good.Next(), 0.21);
  EXPECT_THAT(good.Next(), Optional(Eq(1u)));

  ListModel bad(TwoKinds(), Space());
  bad.Observe(*bad.Next(), 0);
  EXPECT_THAT(bad.Next(), Optional(Eq(2u)));
}

TEST(ListModel, CountsOnWhatIsUnderWay) {
  ListModel model(TwoKinds(), Space());
  EXPECT_THAT(model.Next(), Optional(Eq(0u)));
  EXPECT_THAT(model.Next(), Optional(Eq(2u)));  // 1 would add little to what 0 may bring
}

TEST(ListModel, EndsWhereNothingIsToBeExpected) {
  ListModel model(TwoKinds(), Space());
  std::size_t lists = 0;
  while (const auto next = model.Next()) {
    model.Observe(*next, 0.9);
    ++lists;
  }
  EXPECT_LE(lists, 2u);  // the other good one may be still better
  EXPECT_EQ(ListModel({}, Space()).Next(), std::nullopt);
  EXPECT_EQ(ListModel({.lists = {{0}}, .worths = {}}, Space()).Next(), std::nullopt);
}

TEST(ListModel, WeighsWhatAListCosts) {
  ListModel model({.lists = {{3}, {0}}, .worths = {{0.2, 0.1}}}, Space());
  EXPECT_THAT(model.Next(), Optional(Eq(1u)));
}

TEST(LearnedLists, HaveAWorthForEachProgram) {
  const LearnedTable full = LearnedListsAndWorths(*LoadActionSpace("full"));
  EXPECT_THAT(full.lists, testing::Not(testing::IsEmpty()));
  EXPECT_GE(full.worths.size(), 100u);
  double most = 0;
  for (const auto& worths : full.worths) {
    ASSERT_THAT(worths, SizeIs(full.lists.size()));
    for (const double worth : worths) {
      EXPECT_GE(worth, -1);
      EXPECT_LT(worth, 1);
      most = std::max(most, worth);
    }
  }
  EXPECT_GT(most, 0.2);
  // What is left of a list keeps its worth, and what is left of none has none.
  const LearnedTable small = LearnedListsAndWorths(ActionSpace("one", {{"mergefunc", ""}}, {}));
  ASSERT_LT(small.lists.size(), full.lists.size());
  for (const auto& worths : small.worths) ASSERT_THAT(worths, SizeIs(small.lists.size()));
}

}  // namespace
}  // namespace autotune
