#include "search/method/trailing.h"

#include <chrono>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_evaluator.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;

/// The start costs something, as -Oz never does, but is gone on from all the same.
FakeProblem Problem() {
  FakeProblem problem{.root_instructions = 100, .instructions = {5, -10, 20, -10}};
  problem.passes = {{.sets = 1}, {.needs = 1, .sets = 2}, {.sets = 4}, {.needs = 2, .sets = 8}};
  return problem;
}

PassSequence Find(FakeEvaluator& evaluator, Budget& budget, std::vector<Best>& reported) {
  const auto searcher = MakeTrailingSearcher({.start = {0}, .passes = {1, 2, 3, 1}}, evaluator);
  const auto best = searcher->Run(evaluator.Root(), budget,
                                  [&](const Best& found) { reported.push_back(found); });
  EXPECT_TRUE(best.ok());
  return best.ok() ? best->passes : PassSequence();
}

TEST(Trailing, TakesPassesThatDoNoHarm) {
  FakeEvaluator evaluator(Problem());
  Budget budget({.deadline = Clock::now() + std::chrono::minutes(5)});
  std::vector<Best> reported;
  EXPECT_THAT(Find(evaluator, budget, reported), ElementsAre(0, 1, 3));
  EXPECT_EQ(reported.size(), 3u) << "the root, and each that helped";
  EXPECT_EQ(budget.used(), 5u);
}

TEST(Trailing, EndsWithItsBudget) {
  FakeEvaluator evaluator(Problem());
  Budget budget({.evaluations = 2});
  std::vector<Best> reported;
  EXPECT_THAT(Find(evaluator, budget, reported), ElementsAre(0, 1));
}

}  // namespace
}  // namespace autotune
