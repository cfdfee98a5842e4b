#include "model/training/samples.h"

#include <cmath>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

#include "model/toy_training_set.h"
#include "model/training/batches.h"

namespace autotune {
namespace {

using ::testing::Each;
using ::testing::FloatEq;
using ::testing::IsEmpty;

std::set<std::string> Families(const TrainingSet& set, const std::vector<Sample>& samples) {
  std::set<std::string> families;
  for (const Sample& sample : samples) families.insert(set.programs[sample.program].family);
  return families;
}

TEST(SplitByFamily, NeverSplitsAFamilyNorMovesOne) {
  const TrainingSet small = ToySet(60);
  const TrainingSet large = ToySet(200);
  const SampleOptions options{.validation_share = 0.3};
  const SampleSplit few = SplitByFamily(small, options);
  const SampleSplit many = SplitByFamily(large, options);
  EXPECT_EQ(few.training.size() + few.validation.size(), 120u);
  const auto trained = Families(large, many.training);
  const auto validated = Families(large, many.validation);
  EXPECT_EQ(trained.size() + validated.size(), 100u) << "a family is in both";
  EXPECT_GT(validated.size(), 15u);
  EXPECT_LT(validated.size(), 45u);
  for (const std::string& family : Families(small, few.validation)) {
    EXPECT_TRUE(validated.contains(family)) << family << " moved when programs were added";
  }
}

TEST(SplitByFamily, KeepsAFamilyForEachSideWhereItCan) {
  EXPECT_EQ(SplitByFamily(ToySet(4), {.validation_share = 0.01}).validation.size(), 4u);
  EXPECT_EQ(SplitByFamily(ToySet(4), {.validation_share = 0.9}).training.size(), 4u);
  EXPECT_THAT(SplitByFamily(ToySet(2), {.validation_share = 0.9}).validation, IsEmpty());
}

TEST(ValidationFamilies, MovesOnlyTheOneThatWasHeldOutForWantOfOthers) {
  std::set<std::string> names;
  std::set<std::string_view> families;
  std::set<std::string_view> before;
  for (int i = 0; i < 200; ++i) {
    families.insert(*names.insert("family" + std::to_string(i)).first);
    const std::set<std::string_view> now = ValidationFamilies(families, 0.1);
    for (const std::string_view family : before) {
      EXPECT_TRUE(now.contains(family) || before.size() == 1) << family << " moved";
    }
    before = now;
  }
  EXPECT_GT(before.size(), 10u);
}

TEST(SplitByFamily, CountsProgramsAlikeAndFamiliesByTheRootOfTheirSize) {
  TrainingSet set = ToySet(6);
  for (std::size_t i = 0; i < 4; ++i) set.programs[i].family = "large";
  for (std::size_t i = 4; i < 6; ++i) set.programs[i].family = "single" + std::to_string(i);
  set.programs[0].episodes.pop_back();
  std::map<std::string, double> family;
  std::map<std::size_t, double> program;
  double total = 0;
  for (const Sample& sample : SplitByFamily(set, {.validation_share = 0}).training) {
    const TrainingProgram& from = set.programs[sample.program];
    const double steps = static_cast<double>(from.episodes[sample.episode].steps.size());
    family[from.family] += sample.value_weight * steps;
    program[sample.program] += sample.policy_weight * (steps - 1);  // the last one has no target
    total += sample.value_weight * steps;
  }
  EXPECT_NEAR(program[0], program[1], 1e-3);
  EXPECT_NEAR(family["large"], 2 * family["single4"], 1e-3);
  EXPECT_NEAR(total, 11 * 3, 1e-3) << "1 a step on average";
}

TEST(SplitByFamily, CountsProgramsAlikeWhateverTheLengthOfTheirLists) {
  TrainingSet set = ToySet(2);
  for (TrainingProgram& program : set.programs) program.episodes.pop_back();
  Episode& shorter = set.programs[0].episodes[0];
  shorter.passes.pop_back();
  shorter.steps.pop_back();
  shorter.steps.back().tried.clear();
  const std::vector<Sample> samples = SplitByFamily(set, {.validation_share = 0}).training;
  std::vector<double> policy;
  for (const Sample& sample : samples) {
    policy.push_back(MakeEpisodeBatch(set, {&sample, 1}, {}).policy_weight.sum().item<double>());
  }
  EXPECT_NEAR(policy[0], policy[1], 1e-4);
}

TEST(SplitByFamily, ImitatesWhatEndsNearTheBest) {
  const TrainingSet set = ToySet(2);
  const SampleSplit split = SplitByFamily(set, {.validation_share = 0, .nearness = 1});
  EXPECT_NEAR(split.training[1].policy_weight / split.training[0].policy_weight, 600.0 / 850, 1e-4);
  EXPECT_FLOAT_EQ(split.training[1].value_weight, split.training[0].value_weight);
}

Episode OneStep(std::vector<TriedPass> tried) {
  return {{2}, {{{}, 1000, 500, std::move(tried)}, {{}, 500, 500, {}}}};
}

TEST(TargetAt, MixesThePassTakenWithWhatTheSearchFound) {
  const Episode episode = OneStep({{0, 5, true, 500}, {1, 5, true, 1000}, {2, 5, true, 500}});
  const StepTarget target = TargetAt(episode, 0, 4, {.search_share = 0.5, .temperature = 0.02});
  ASSERT_EQ(target.policy.size(), 4u);
  EXPECT_NEAR(target.policy[0], 0.25, 1e-4);
  EXPECT_NEAR(target.policy[1], 0, 1e-4);
  EXPECT_NEAR(target.policy[2], 0.75, 1e-4);
  EXPECT_EQ(target.policy[3], 0);
  EXPECT_NEAR(target.value, std::log(0.5), 1e-5);
}

TEST(TargetAt, TakesThePassAloneWhereTheSearchKnowsNothing) {
  const StepTarget target = TargetAt(OneStep({{0, 1, false, 1000}}), 0, 4, {});
  EXPECT_THAT(target.policy, ::testing::ElementsAre(0, 0, 1, 0));
}

TEST(TargetAt, SaysNothingWhereNothingIsToBeGained) {
  Episode episode = OneStep({});
  episode.steps[1].tried = {{0, 1, true, 500}, {1, 1, true, 510}};
  const StepTarget target = TargetAt(episode, 1, 4, {});
  EXPECT_THAT(target.policy, IsEmpty());
  EXPECT_EQ(target.value, 0);
}

TEST(TargetAt, TellsPassesApartWhereLittleIsLeftToGain) {
  Episode episode = OneStep({});
  episode.steps[1] = {{}, 10'000, 9'990, {{0, 1, true, 9'990}, {1, 1, true, 10'000}}};
  const StepTarget target = TargetAt(episode, 1, 4, {.temperature = 0.02});
  EXPECT_GT(target.policy[0], 0.99F);
}

}  // namespace
}  // namespace autotune
