#include "search/list/population.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;

constexpr PassId kDce = 0;
constexpr PassId kPipeline = 1;
constexpr PassId kGvn = 2;

class PopulationTest : public testing::Test {
 protected:
  const ActionSpace actions_{
      "test", {{"function(dce)", ""}, {"default<Oz>", ""}, {"function(gvn)", ""}}, {}};
  const PassCosts costs_{actions_, PassCosts::Source::kGuess};
  const Individual root_{{}, {0, 1}, 100};
  Random random_{0};
};

TEST_F(PopulationTest, TakesTheBestPrefix) {
  Population population(1, root_, costs_);
  const auto admission = population.Admit(
      {{kGvn, {0, 2}, 90}, {kDce, {0, 3}, 80}, {kDce, {0, 4}, 80}, {kGvn, {0, 5}, 95}});
  EXPECT_TRUE(admission.admitted);
  EXPECT_EQ(admission.value, 80u);
  EXPECT_EQ(admission.length, 2u);
  EXPECT_EQ(population.Draw(random_).ir, (Hash128{0, 3}));
}

TEST_F(PopulationTest, OfTwoWaysToTheSameStateKeepsTheOneThatIsCheaperToRun) {
  Population population(1, root_, costs_);
  const Hash128 same{0, 9};
  EXPECT_TRUE(population.Admit({{kPipeline, same, 80}}).admitted);
  EXPECT_TRUE(population.Admit({{kGvn, {0, 2}, 90}, {kDce, same, 80}}).admitted);
  EXPECT_THAT(Passes(population.Draw(random_).steps), ElementsAre(kGvn, kDce));
  EXPECT_FALSE(population.Admit({{kPipeline, same, 80}}).admitted);
  EXPECT_FALSE(population.Admit({{kDce, {0, 2}, 90}, {kGvn, same, 80}}).admitted);
}

TEST_F(PopulationTest, NewOnesTakeThePlaceOfOldOnesThatAreNoBetter) {
  Population population(1, root_, costs_);
  EXPECT_TRUE(population.Admit({{kDce, {0, 2}, 90}}).admitted);
  EXPECT_TRUE(population.Admit({{kGvn, {0, 3}, 90}}).admitted);
  EXPECT_FALSE(population.Admit({{kDce, {0, 4}, 91}}).admitted);
  EXPECT_THAT(Passes(population.Draw(random_).steps), ElementsAre(kGvn));
}

}  // namespace
}  // namespace autotune
