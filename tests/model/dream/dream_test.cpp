#include "model/dream/dream.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/loaded_model.h"
#include "model/policy/policy.h"
#include "model/policy/staircase_player.h"
#include "support/fake_evaluator.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using ::testing::HasSubstr;

class DreamTest : public testing::Test {
 protected:
  DreamTest() {
    options_.config = {.algorithm = PolicyAlgorithm::kCompilerDream,
                       .actions = 5,
                       .outputs = 5,
                       .width = 32,
                       .layers = 1,
                       .length = 4,
                       .memory = 32,
                       .latents = 4,
                       .classes = 4};
    options_.output = directory_.path() / "compilerdream.pf";
    options_.minibatch = 64;
    options_.replay = 200;
    options_.interval = 10;
    options_.learning_rate = 3e-3;
    options_.validation_share = 0.2;
  }

  Result<JudgedOutcome> Train(
      const PolicyOptions& options,
      const OnJudgedProgress& on_progress = [](const JudgedProgress&) {}) {
    Budget budget({});
    const PolicyTasks tasks{actions_, budget, &player_, listed_};
    return TrainPolicy(options, tasks, budget, on_progress);
  }

  const ActionSpace actions_ = FakeActionSpace(Staircase(3, 2));
  StaircasePlayer player_{6, 1};
  const std::vector<ListedProgram> listed_;
  const TestDirectory directory_;
  PolicyOptions options_;
};

TEST_F(DreamTest, FindsTheOnlyOrderThatHelps) {
  options_.steps = 40;
  const auto outcome = Train(options_);
  ASSERT_TRUE(outcome.ok()) << outcome.error().message;
  EXPECT_LT(outcome->before, 0.2);
  EXPECT_NEAR(outcome->best, 0.3, 1e-6);

  const auto model = LoadModel(options_.output, actions_);
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ((*model)->info().policy->algorithm, PolicyAlgorithm::kCompilerDream);
  EXPECT_EQ((*model)->info().policy->latents, 4);
  const auto prior = (*model)->MakePrior({});
  ProgramState state;
  FeaturePath path = {StaircasePlayer::FeaturesAt(0)};
  const std::vector<PassSequence> lists = {{3, 4}, {0, 1, 2}, {1, 0}};
  const PriorQuery root{.state = state, .features = path, .lists = lists};
  const auto ranked = prior->Predict({&root, 1});
  ASSERT_TRUE(ranked.ok()) << ranked.error().message;
  EXPECT_EQ(std::ranges::max_element(ranked->front().lists) - ranked->front().lists.begin(), 1);
  for (PassId step = 0; step < 3; ++step) {
    const PriorQuery query{state, path};
    const auto answer = prior->Predict({&query, 1});
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    const auto& logits = answer->front().logits;
    EXPECT_EQ(std::ranges::max_element(logits) - logits.begin(), step);
    state.applied.push_back(step);
    path.push_back(StaircasePlayer::FeaturesAt(step + 1U));
  }

  const auto other = LoadModel(options_.output, FakeActionSpace(Staircase(2)));
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("other actions"));
}

/// A kill leaves the last checkpoint and a log that is ahead of it. What was played before it is
/// still learned from.
TEST_F(DreamTest, GoesOnFromItsCheckpointAfterAKill) {
  options_.steps = 13;
  options_.interval = 5;
  const std::filesystem::path checkpoint = options_.output.string() + ".checkpoint";
  const std::filesystem::path kept = directory_.path() / "kept";
  ASSERT_TRUE(Train(options_, [&](const JudgedProgress& progress) {
                if (progress.step == 8) std::filesystem::copy_file(checkpoint, kept);
              }).ok());
  const std::string log = LogWithoutTimes(options_.output);
  const std::string weights = BytesOf(options_.output);
  std::filesystem::rename(kept, checkpoint);
  options_.resume = true;
  ASSERT_TRUE(Train(options_).ok());
  EXPECT_EQ(LogWithoutTimes(options_.output), log);
  EXPECT_EQ(BytesOf(options_.output), weights);
}

TEST_F(DreamTest, RefusesACheckpointOfAnotherShape) {
  options_.steps = 1;
  ASSERT_TRUE(Train(options_).ok());
  options_.resume = true;
  options_.config.classes = 5;
  const auto other = Train(options_);
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("another training"));
}

}  // namespace
}  // namespace autotune
