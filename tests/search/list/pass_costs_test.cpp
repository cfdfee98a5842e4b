#include "search/list/pass_costs.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

const ActionSpace kActions("test",
                           {{"function(dce)", ""}, {"default<Oz>", ""}, {"function(gvn)", ""}}, {});

TEST(PassCosts, GuessesThatAWholePipelineIsDozensOfPasses) {
  const PassCosts costs(kActions, PassCosts::Source::kMeasured);
  EXPECT_GT(costs.Expected(0), 0);
  EXPECT_GT(costs.Expected(1), 12 * costs.Expected(0));
  EXPECT_DOUBLE_EQ(costs.Expected(PassSequence{0, 1, 2}),
                   costs.Expected(0) + costs.Expected(1) + costs.Expected(2));
}

TEST(PassCosts, LearnsThatAPassIsSlow) {
  PassCosts costs(kActions, PassCosts::Source::kMeasured);
  for (int i = 0; i < 99; ++i) costs.Record(0, 1'000'000);
  costs.Record(2, 8'000'000'000);
  EXPECT_GT(costs.Expected(2), 50 * costs.Expected(0));
}

TEST(PassCosts, HoldsTheGuessForOneRunMore) {
  PassCosts costs(kActions, PassCosts::Source::kMeasured);
  const double overhead = costs.Expected(0) - 1;
  costs.Record(0, 1'000'000'000);
  costs.Record(2, 3'000'000'000);  // a mean of 2 s is what 1 stands for
  EXPECT_NEAR(costs.Expected(0) - overhead, 0.75, 1e-3);
  EXPECT_NEAR(costs.Expected(2) - overhead, 1.25, 1e-3);
}

TEST(PassCosts, HoldsTheGuessForMoreWherePassesAreQuick) {
  PassCosts costs(kActions, PassCosts::Source::kMeasured);
  const double overhead = costs.Expected(0) - 1;
  costs.Record(0, 10'000);
  costs.Record(2, 30'000);
  EXPECT_NEAR(costs.Expected(2) - overhead, 1, 0.02);
}

TEST(PassCosts, DoesNotTakeAWholePipelineForAMeanPass) {
  PassCosts costs(kActions, PassCosts::Source::kMeasured);
  const double before = costs.Expected(0);
  const double pipeline = costs.Expected(1);
  costs.Record(1, 30'000'000);
  costs.Record(0, 1'000'000);
  EXPECT_NEAR(costs.Expected(0), before, 1e-9);
  EXPECT_NEAR(costs.Expected(1), pipeline, 1e-9);
}

TEST(PassCosts, KeepsTheGuessWhereTimeMustHaveNoSay) {
  PassCosts costs(kActions, PassCosts::Source::kGuess);
  const double before = costs.Expected(2);
  costs.Record(2, 8'000'000'000);
  EXPECT_EQ(costs.Expected(2), before);
}

TEST(PassCosts, KnowsWholePipelines) {
  EXPECT_TRUE(IsWholePipeline("default<O2>"));
  EXPECT_TRUE(IsWholePipeline("function(function-simplification<Oz>)"));
  EXPECT_FALSE(IsWholePipeline("function(simplifycfg)"));
}

}  // namespace
}  // namespace autotune
