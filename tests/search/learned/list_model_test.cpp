#include "search/learned/list_model.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/action_space.h"

namespace autotune {
namespace {

using testing::Eq;
using testing::Optional;
using testing::SizeIs;

const ActionSpace& Space() {
  static const ActionSpace space("test", {{"a", ""}, {"b", ""}, {"c", ""}, {"default<Oz>", ""}},
                                 {});
  return space;
}

const PassCosts& Costs() {
  static const PassCosts costs(Space(), PassCosts::Source::kGuess);
  return costs;
}

constexpr double kTolerance = 0.6;
constexpr double kPromise = 1e-3;

/// Lists 0 and 1 are good for programs of one kind, 2 and 3 for those of another; 0 and 2 are the
/// better ones on mean.
LearnedTable TwoKinds() {
  return {.lists = {{0}, {0, 1}, {1}, {1, 2}},
          .inputs = {-1.5, -2, -1, 0, -0.1, 0.01},
          .worths = {{0.20, 0.25, 0, 0},
                     {0.24, 0.22, 0, 0},
                     {0.22, 0.21, 0, 0.01},
                     {0, 0, 0.12, 0.16},
                     {0, 0, 0.14, 0.11},
                     {0.01, 0, 0.13, 0.14}}};
}

TEST(ListModel, BeginsWithWhatIsBestOnMean) {
  EXPECT_THAT(ListModel(TwoKinds(), Costs(), kTolerance).Next(kPromise), Optional(Eq(0u)));
}

TEST(ListModel, GoesOnWithWhatSuitsProgramsLikeThisOne) {
  ListModel good(TwoKinds(), Costs(), kTolerance);
  good.Observe(*good.Next(kPromise), 0.21);
  EXPECT_THAT(good.Next(kPromise), Optional(Eq(1u)));

  ListModel bad(TwoKinds(), Costs(), kTolerance);
  bad.Observe(*bad.Next(kPromise), 0);
  EXPECT_THAT(bad.Next(kPromise), Optional(Eq(2u)));
}

TEST(ListModel, GoesByProgramsThatAreOptimisedAlreadyWhereThisOneIs) {
  ListModel raw(TwoKinds(), Costs(), kTolerance);
  raw.SeeInput(-0.5);
  EXPECT_THAT(raw.Next(kPromise), Optional(Eq(0u)));
  raw.Observe(0, 0);
  EXPECT_NE(raw.Next(kPromise), std::optional<std::size_t>(3));  // good for optimised ones alone

  ListModel optimised(TwoKinds(), Costs(), kTolerance);
  optimised.SeeInput(-0.3);
  EXPECT_THAT(optimised.Next(kPromise), Optional(Eq(2u)));
  optimised.Observe(2, 0.13);
  EXPECT_THAT(optimised.Next(kPromise), Optional(Eq(3u)));

  LearnedTable table = TwoKinds();
  table.inputs.assign(6, -3);
  ListModel unlike(std::move(table), Costs(), kTolerance);
  unlike.SeeInput(0);  // there are none: all count
  EXPECT_THAT(unlike.Next(kPromise), Optional(Eq(0u)));
}

TEST(ListModel, CountsOnWhatIsUnderWay) {
  ListModel model(TwoKinds(), Costs(), kTolerance);
  EXPECT_THAT(model.Next(kPromise), Optional(Eq(0u)));
  EXPECT_THAT(model.Next(kPromise), Optional(Eq(2u)));  // 1 would add little to what 0 may bring
}

TEST(ListModel, EndsWhereNothingIsToBeExpected) {
  ListModel model(TwoKinds(), Costs(), kTolerance);
  std::size_t lists = 0;
  while (const auto next = model.Next(kPromise)) {
    model.Observe(*next, 0.9);
    ++lists;
  }
  EXPECT_LE(lists, 2u);  // the other good one may be still better
  EXPECT_EQ(ListModel({}, Costs(), kTolerance).Next(kPromise), std::nullopt);
  EXPECT_EQ(
      ListModel({.lists = {{0}}, .inputs = {}, .worths = {}}, Costs(), kTolerance).Next(kPromise),
      std::nullopt);
}

/// Half of the programs have nothing left for any list, the others for each list something else.
TEST(ListModel, EndsSoonWhereNothingHelps) {
  LearnedTable table;
  for (int i = 0; i < 10; ++i) table.lists.push_back({0});
  for (std::size_t program = 0; program < 40; ++program) {
    table.inputs.push_back(-1);
    std::vector<double>& worths = table.worths.emplace_back();
    for (std::size_t list = 0; list < table.lists.size(); ++list) {
      worths.push_back(program < 20 ? 0
                                    : 0.02 * static_cast<double>((7 * program + 5 * list) % 11));
    }
  }
  const auto tried = [&](double tolerance) {
    ListModel model(table, Costs(), tolerance);
    std::size_t lists = 0;
    while (const auto next = model.Next(kPromise)) {
      model.Observe(*next, 0);
      ++lists;
    }
    return lists;
  };
  EXPECT_LE(tried(0.1), 3u);
  EXPECT_GT(tried(100), tried(0.1));  // each program counts as much as the others
}

TEST(ListModel, CountsOnWhatSomethingElseHasComeTo) {
  ListModel model(TwoKinds(), Costs(), kTolerance);
  model.ObserveBest(0.15);
  EXPECT_THAT(model.Next(kPromise), Optional(Eq(0u)));
  model.ObserveBest(0.3);
  model.ObserveBest(0);  // the best stays
  EXPECT_EQ(model.Next(kPromise), std::nullopt);
}

TEST(ListModel, WeighsWhatAListCosts) {
  ListModel model({.lists = {{3}, {0}}, .inputs = {0}, .worths = {{0.2, 0.1}}}, Costs(),
                  kTolerance);
  EXPECT_THAT(model.Next(kPromise), Optional(Eq(1u)));
}

TEST(ListModel, GoesByWhatPassesTurnOutToCostHere) {
  PassCosts costs(Space(), PassCosts::Source::kMeasured);
  ListModel model(TwoKinds(), costs, kTolerance);
  for (int i = 0; i < 9; ++i) costs.Record(1, 1'000'000);
  costs.Record(0, 100'000'000);
  EXPECT_THAT(model.Next(kPromise), Optional(Eq(2u)));
}

TEST(LearnedLists, HaveAWorthForEachProgram) {
  const LearnedTable full = LearnedListsAndWorths(*LoadActionSpace("full"));
  EXPECT_THAT(full.lists, testing::Not(testing::IsEmpty()));
  EXPECT_GE(full.worths.size(), 100u);
  ASSERT_THAT(full.inputs, SizeIs(full.worths.size()));
  EXPECT_LT(std::ranges::min(full.inputs), -1);  // no pass had seen it
  EXPECT_LT(std::ranges::max(full.inputs), 1);
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

TEST(LearnedContinuations, AreMeasuredByWhatTheyGoOnFrom) {
  const LearnedTable full = LearnedContinuations(*LoadActionSpace("full"));
  EXPECT_THAT(full.lists, testing::Not(testing::IsEmpty()));
  ASSERT_GE(full.worths.size(), 100u);
  EXPECT_THAT(full.inputs, testing::Each(0));
  double most = 0;
  for (const auto& worths : full.worths) {
    ASSERT_THAT(worths, SizeIs(full.lists.size()));
    EXPECT_GE(std::ranges::min(worths), 0);  // at worst, nothing of a list is used
    most = std::max(most, std::ranges::max(worths));
  }
  EXPECT_GT(most, 0.05);
}

}  // namespace
}  // namespace autotune
