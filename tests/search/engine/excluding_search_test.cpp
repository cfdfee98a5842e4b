#include "search/engine/excluding_search.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Each pass saves as many instructions as its number says.
const FakeProblem kProblem{.root_instructions = 100,
                           .instructions = {-1, -2, -3, -4},
                           .passes = {{.sets = 1}, {.sets = 2}, {.sets = 4}, {.sets = 8}}};

/// Tries the lists of one attempt in turn, then does as it is told.
class Script : public Searcher {
 public:
  Script(Evaluator& evaluator, std::vector<PassSequence> lists, std::function<void()> then,
         std::vector<PassSequence>& suggested)
      : evaluator_(evaluator),
        lists_(std::move(lists)),
        then_(std::move(then)),
        suggested_(suggested) {}

  void Suggest(const PassSequence& list) override { suggested_.push_back(list); }

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    Best best{{}, root.cost, 0};
    on_best(best);
    for (const PassSequence& list : lists_) {
      const auto claimed = budget.Claim(list.size());
      const Trace trace = evaluator_.Apply(root.next, list, {}, budget);
      budget.Return(claimed - trace.steps.size());
      if (trace.steps.empty()) continue;
      const Evaluation& last = trace.steps.back();
      const Best found{last.next.applied, last.cost, budget.used()};
      if (!IsBetter(found, best, {})) continue;
      best = found;
      on_best(best);
    }
    then_();
    return best;
  }

 private:
  Evaluator& evaluator_;
  const std::vector<PassSequence> lists_;
  const std::function<void()> then_;
  std::vector<PassSequence>& suggested_;
};

class ExcludingSearchTest : public testing::Test {
 protected:
  Result<Best> Run(const std::vector<std::vector<PassSequence>>& attempts,
                   const std::function<void()>& then) {
    return search_.Run(
        [&](Evaluator& evaluator) {
          suggested_.clear();
          return std::make_unique<Script>(evaluator, attempts.at(made_++), then, suggested_);
        },
        evaluator_.Root(), budget_,
        [this](const Best& best) { told_.emplace_back(best.cost.instructions, best.evaluations); });
  }

  FakeEvaluator evaluator_{kProblem};
  Budget budget_{Budget::Limits{}};
  ExcludingSearch search_{Objective::kIrInstructions, evaluator_, kProblem.passes.size()};
  std::size_t made_ = 0;
  std::vector<PassSequence> suggested_;  ///< to the last attempt
  std::vector<std::pair<std::uint64_t, std::uint64_t>> told_;
};

TEST_F(ExcludingSearchTest, IsTheSearchAloneWhereNothingIsExcluded) {
  const Result<Best> best = Run({{{0}, {1, 2}, {0}}}, [] {});
  ASSERT_TRUE(best.ok());
  EXPECT_THAT(best->passes, ElementsAre(1, 2));
  EXPECT_THAT(told_, ElementsAre(std::pair(100, 0), std::pair(99, 1), std::pair(95, 3)));
  EXPECT_THAT(suggested_, IsEmpty());
}

TEST_F(ExcludingSearchTest, TakesBackWhatCameOfThePassAndGoesOnWithoutIt) {
  const Result<Best> best = Run({{{0}, {3, 0}, {3, 0, 2}}, {{2}, {0, 1, 3}}}, [this] {
    if (made_ == 1) search_.Exclude(3);
  });
  ASSERT_TRUE(best.ok());
  EXPECT_THAT(suggested_, ElementsAre(PassSequence{0, 2}, PassSequence{0}));
  EXPECT_THAT(told_, ElementsAre(std::pair(100, 0), std::pair(99, 1), std::pair(95, 3),
                                 std::pair(92, 6), std::pair(99, 1), std::pair(97, 7)));
  EXPECT_THAT(best->passes, ElementsAre(2));
  EXPECT_EQ(made_, 2u);
}

TEST_F(ExcludingSearchTest, GoesOnFromABestListThatDoesWithoutThePassAlready) {
  const Result<Best> best = Run({{{3}, {1, 2}}, {{0}}}, [this] {
    if (made_ == 1) search_.Exclude(3);
  });
  ASSERT_TRUE(best.ok());
  EXPECT_THAT(suggested_, ElementsAre(PassSequence{1, 2}));
  EXPECT_THAT(told_, ElementsAre(std::pair(100, 0), std::pair(96, 1), std::pair(95, 3)))
      << "nothing is taken back";
  EXPECT_THAT(best->passes, ElementsAre(1, 2));
}

TEST_F(ExcludingSearchTest, AnExcludedPassFails) {
  search_.Exclude(3);
  const Result<Best> best = Run({{{0, 1, 3}, {3}}}, [] {});
  ASSERT_TRUE(best.ok());
  EXPECT_THAT(best->passes, ElementsAre(0, 1)) << "what comes before it is tried";
  EXPECT_EQ(evaluator_.calls().size(), 1u);
}

TEST_F(ExcludingSearchTest, EndsWithTheBudgetAllTheSame) {
  const Result<Best> best = Run({{{0}, {3, 0}}}, [this] {
    search_.Exclude(3);
    budget_.Cancel();
  });
  ASSERT_TRUE(best.ok());
  EXPECT_THAT(best->passes, ElementsAre(0));
  EXPECT_EQ(told_.back(), std::pair(std::uint64_t{99}, std::uint64_t{1}));
}

}  // namespace
}  // namespace autotune
