#include "search/method/ranked_lists.h"

#include <optional>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/run_search.h"
#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Ranks lists, always alike.
class Ranking : public Prior {
 public:
  explicit Ranking(std::vector<float> scores, std::vector<std::uint32_t> prefixes = {})
      : scores_(std::move(scores)), prefixes_(std::move(prefixes)) {}

  Observe needs() const override { return {.features = true}; }
  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override {
    EXPECT_EQ(queries.size(), 1u);
    EXPECT_EQ(queries.front().features.size(), 1u);
    Prediction prediction;
    prediction.lists = scores_;
    prediction.prefixes = prefixes_;
    asked.assign(queries.front().lists.begin(), queries.front().lists.end());
    return std::vector<Prediction>{prediction};
  }

  std::vector<PassSequence> asked;

 private:
  const std::vector<float> scores_;
  const std::vector<std::uint32_t> prefixes_;
};

class RankedListsTest : public testing::Test {
 protected:
  SearchOutcome Run(std::vector<float> scores, std::uint32_t passes, SearchSetup setup) {
    Ranking prior(std::move(scores));
    return Run(prior, passes, std::move(setup));
  }

  SearchOutcome Run(Ranking& prior, std::uint32_t passes, SearchSetup setup) {
    return RunSearch(setup, Objective::kIrInstructions, [&](const auto&, auto& evaluator) {
      return MakeRankedListsSearcher({.passes = passes, .lists = lists_}, evaluator, prior);
    });
  }

  const std::vector<PassSequence> lists_ = {{0, 0}, {0, 1, 2, 2}, {2, 1}};
};

TEST_F(RankedListsTest, TriesTheBestListsFirstUntilThePassesAreSpent) {
  const auto run = Run({0, 2, 1}, 5, {.problem = Staircase(3)});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0, 1, 2));
  EXPECT_THAT(run.tries,
              ElementsAre(Try{{}, 0}, Try{{0}, 1}, Try{{0, 1}, 2}, Try{{0, 1, 2}, 2}, Try{{}, 2}));
}

TEST_F(RankedListsTest, AFailedPassEndsItsListAndCounts) {
  const auto fails = [](const ProgramState& state, PassId pass) {
    return pass == 1 && state.applied.size() == 1 && state.applied[0] == 0
               ? std::optional(ErrorCode::kPassTimedOut)
               : std::nullopt;
  };
  const auto run = Run({0, 2, 1}, 5, {.problem = Staircase(3), .failure = fails});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.result->passes, ElementsAre(0));
  EXPECT_EQ(run.tries.size(), 5u);
}

TEST_F(RankedListsTest, TriesNoMoreOfAListThanIsWorthIt) {
  Ranking prior({0, 2, 1}, {1, 2, 9});
  const auto run = Run(prior, 45, {.problem = Staircase(3)});
  ASSERT_TRUE(run.result.ok());
  EXPECT_THAT(run.tries, ElementsAre(Try{{}, 0}, Try{{0}, 1}, Try{{}, 2}, Try{{2}, 1}, Try{{}, 0}));
  EXPECT_EQ(prior.asked, lists_) << "the prior may not know the lists";
  Ranking other({0, 2, 1}, {1, 2});
  EXPECT_FALSE(Run(other, 45, {.problem = Staircase(3)}).result.ok());
}

TEST_F(RankedListsTest, KeepsToItsBudget) {
  const auto run = Run({0, 2, 1}, 45, {.problem = Staircase(3), .limits = Evaluations(2)});
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.tries.size(), 2u);
}

TEST_F(RankedListsTest, RefusesAPriorThatRanksOtherLists) {
  for (const std::vector<float>& scores : {std::vector<float>{}, std::vector<float>{1, 2}}) {
    const auto run = Run(scores, 5, {.problem = Staircase(3)});
    ASSERT_FALSE(run.result.ok());
    EXPECT_EQ(run.result.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(run.calls, IsEmpty());
  }
}

}  // namespace
}  // namespace autotune
