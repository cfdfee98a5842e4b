#include "model/dream/dream_prior.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

namespace autotune {
namespace {

using ::testing::HasSubstr;

constexpr PolicyConfig kDreamConfig{.algorithm = PolicyAlgorithm::kCompilerDream,
                                    .actions = 5,
                                    .outputs = 5,
                                    .width = 16,
                                    .layers = 1,
                                    .length = 45,
                                    .memory = 12,
                                    .latents = 3,
                                    .classes = 4};

class DreamPriorTest : public testing::Test {
 protected:
  DreamPriorTest() {
    torch::manual_seed(3);
    network_ = std::make_shared<DreamNetwork>(kDreamConfig);
    const torch::NoGradGuard no_gradients;
    for (const torch::Tensor& weights : network_->parameters())
      weights.add_(torch::randn_like(weights));
    state_.applied = {1, 1, 4, 0, 3};
    for (std::uint32_t i = 0; i < 6; ++i) {
      auto features = std::make_shared<Features>();
      features->autophase[7] = 10 * i;
      features->autophase[51] = 100;  // TotalInsts
      path_.push_back(std::move(features));
    }
  }

  /// The first `passes` of the list.
  Prediction Ask(Prior& prior, std::size_t passes, std::vector<PassSequence> lists = {}) const {
    ProgramState state;
    state.applied.assign(state_.applied.begin(),
                         state_.applied.begin() + static_cast<std::ptrdiff_t>(passes));
    const FeaturePath path(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(passes) + 1);
    const PriorQuery query{.state = state, .features = path, .lists = lists};
    auto answer = prior.Predict({&query, 1});
    EXPECT_TRUE(answer.ok()) << answer.error().message;
    return answer.ok() ? answer->front() : Prediction{};
  }

  std::shared_ptr<DreamNetwork> network_;
  ProgramState state_;
  FeaturePath path_;
};

TEST_F(DreamPriorTest, FollowsAListAsAnEpisodeDoes) {
  const auto at_once = MakeDreamPrior(network_);
  const auto step_by_step = MakeDreamPrior(network_);
  DreamPolicy policy(*network_->world, *network_->actor, kDreamConfig);
  Observation seen{.root = path_[0], .now = path_[0], .histogram = {0, 0, 0, 0, 0}};
  const Observation* const view = &seen;
  for (std::size_t i = 0; i < path_.size(); ++i) {
    seen.now = path_[i];
    const auto expected = policy.Answer({&view, 1})[0].logits;
    EXPECT_EQ(Ask(*step_by_step, i).logits, expected) << i;
    if (i < state_.applied.size()) ++seen.histogram[state_.applied[i]];
  }
  EXPECT_EQ(Ask(*at_once, 5).logits, Ask(*step_by_step, 5).logits);
}

TEST_F(DreamPriorTest, SeesTheFeaturesOnTheWay) {
  const auto prior = MakeDreamPrior(network_);
  const auto before = Ask(*prior, 5).logits;
  auto other = std::make_shared<Features>(*path_[2]);
  for (std::size_t i = 0; i < 50; i += 2) other->autophase[i] = 100;
  path_[2] = std::move(other);
  EXPECT_NE(Ask(*prior, 5).logits, before);
}

TEST_F(DreamPriorTest, RanksListsByTheirBestImaginedPrefix) {
  const auto prior = MakeDreamPrior(network_);
  EXPECT_TRUE(Ask(*prior, 0).lists.empty());
  const PassSequence list = {2, 0, 4};
  // By hand: the list alone, its smoothed rewards as returns.
  const torch::NoGradGuard no_gradients;
  const WorldModel& world = *network_->world;
  torch::Tensor row = torch::zeros({1, 56 + 5});
  row[0][51] = 1;
  DreamState state = world.Observe(world.Start(1), torch::tensor({5L}), row, std::nullopt);
  double sum = 0;
  std::vector<double> returns;
  for (const PassId pass : list) {
    state = world.Imagine(state, torch::full({1}, pass, torch::kLong), std::nullopt);
    const double reward = world.Reward(state.View()).item<double>();
    sum += reward;
    returns.push_back(sum + 1.5 * reward);
  }
  const auto best = std::ranges::max_element(returns);
  const Prediction answer = Ask(*prior, 0, {{1}, list, {3, 3, 3, 3}});
  ASSERT_EQ(answer.lists.size(), 3u);
  ASSERT_EQ(answer.prefixes.size(), 3u);
  EXPECT_NEAR(answer.lists[1], *best, 1e-4);
  EXPECT_EQ(answer.prefixes[1], best - returns.begin() + 1);
  EXPECT_EQ(answer.prefixes[0], 1u);
  EXPECT_EQ(answer.logits, Ask(*prior, 0).logits);
}

TEST_F(DreamPriorTest, NeedsTheFeaturesOfAllStates) {
  const auto prior = MakeDreamPrior(network_);
  EXPECT_TRUE(prior->needs().features);
  path_.pop_back();
  const PriorQuery query{state_, path_};
  const auto answer = prior->Predict({&query, 1});
  ASSERT_FALSE(answer.ok());
  EXPECT_THAT(answer.error().message, HasSubstr("features"));
}

}  // namespace
}  // namespace autotune
