#include "search/learned/static_prior.h"

#include <cmath>
#include <numeric>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace autotune {
namespace {

ActionSpace FourLetters() { return {"letters", {{"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}}, {}}; }

std::vector<float> Logits(Prior& prior, const PassSequence& applied) {
  const ProgramState state{{}, {}, applied};
  const FeaturePath features;
  const PriorQuery query{state, features};
  const auto predictions = prior.Predict({&query, 1});
  EXPECT_TRUE(predictions.ok());
  EXPECT_FALSE(predictions->front().reachable);
  return predictions->front().logits;
}

TEST(StaticPrior, CountsWhatFollowsTheLastPassOnly) {
  const auto prior = MakeStaticPrior(FourLetters(), "# comment\n^\ta\t9\na\tb\t9\na\tc\t3\n");
  const auto beginning = Logits(*prior, {});
  EXPECT_GT(beginning[0], beginning[1]);
  const auto after_a = Logits(*prior, {0});
  EXPECT_GT(after_a[1], after_a[2]);
  EXPECT_GT(after_a[2], after_a[0]);
  EXPECT_EQ(Logits(*prior, {3, 1, 0}), after_a);
}

TEST(StaticPrior, BacksOffToHowOftenAPassOccursAndLeavesNoneOut) {
  const auto prior = MakeStaticPrior(FourLetters(), "^\ta\t9\na\tb\t9\nb\ta\t9\n");
  const auto after_c = Logits(*prior, {2});
  EXPECT_GT(after_c[0], after_c[1]);
  EXPECT_GT(after_c[1], after_c[3]);
  EXPECT_EQ(after_c[2], after_c[3]);
  EXPECT_TRUE(std::isfinite(after_c[3]));
}

TEST(StaticPrior, PassesThatTheSpaceLacksAreLeftOut) {
  const auto with = MakeStaticPrior(FourLetters(), "^\ta\t9\na\tx\t50\nx\tb\t50\na\tc\t3\n");
  const auto without = MakeStaticPrior(FourLetters(), "^\ta\t9\na\tc\t3\n");
  EXPECT_EQ(Logits(*with, {0}), Logits(*without, {0}));
}

TEST(StaticPrior, IsUniformWithoutCounts) {
  const auto prior = MakeStaticPrior(FourLetters(), "");
  const auto logits = Logits(*prior, {2});
  EXPECT_EQ(logits, std::vector<float>(4, logits[0]));
}

TEST(StaticPrior, ThatIsShippedFavoursFewPassesOfEachSpace) {
  for (const auto& name : ActionSpaceNames()) {
    const auto actions = LoadActionSpace(name);
    ASSERT_TRUE(actions.ok());
    const auto logits = Logits(*MakeStaticPrior(*actions), {});
    double sum = 0;
    double highest = 0;
    for (const float logit : logits) {
      sum += std::exp(logit);
      highest = std::max<double>(highest, std::exp(logit));
    }
    EXPECT_GT(highest / sum, 3.0 / static_cast<double>(actions->size())) << name;
  }
}

}  // namespace
}  // namespace autotune
