#include "search/local.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/run_search.h"
#include "support/fake_evaluator.h"
#include "support/fake_prior.h"

namespace autotune {
namespace {

/// Else what the drawn list finds is taken for known where the suggestion ended, and not tried
/// there.
TEST(Local, DrawsFromTheProgramThoughASuggestionWasKnownAlready) {
  const FakeProblem problem{
      .root_instructions = 100,
      .instructions = {-20, -50},
      .passes = {{.sets = 1}, {.blocked_by = 1, .sets = 2}, {}},
  };
  ConstantPrior prior({0, 20, 0});
  const auto run =
      RunSearch({.problem = problem, .limits = Evaluations(200)}, Objective::kIrInstructions,
                [&](const ActionSpace& actions, Evaluator& evaluator) {
                  auto searcher =
                      MakeLocalSearcher({.samples = 1, .in_flight = 1}, actions, evaluator, prior);
                  searcher->Suggest({0});
                  searcher->Suggest({0});
                  return searcher;
                });
  ASSERT_TRUE(run.result.ok());
  EXPECT_EQ(run.result->cost.instructions, 30u);
  EXPECT_THAT(run.tries, ::testing::Contains(Try{{0}, 1}));
}

}  // namespace
}  // namespace autotune
