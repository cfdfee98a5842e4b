#include "model/policy/replay_buffer.h"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

#include "model/policy/policy_network.h"

namespace autotune {
namespace {

using ::testing::ElementsAre;

class ReplayBufferTest : public ::testing::Test {
 protected:
  /// One step a gain; the pass is the step's index, and earlier passes are barred.
  PlayedEpisode Episode(std::initializer_list<float> gains) {
    PlayedEpisode episode;
    PassId pass = 0;
    for (const float gain : gains) {
      auto now = std::make_shared<Features>();
      now->autophase[0] = ++states_;
      Observation seen{.root = now,
                       .now = now,
                       .histogram = std::vector<std::uint16_t>(3),
                       .steps_left = 9U - pass};
      for (PassId barred = 0; barred < pass; ++barred) seen.without_effect.push_back(barred);
      episode.steps.push_back({std::move(seen), pass++, 0, 0, gain});
    }
    return episode;
  }

  static std::vector<float> List(const torch::Tensor& tensor) {
    const torch::Tensor all = tensor.to(torch::kFloat).contiguous();
    return {all.data_ptr<float>(), all.data_ptr<float>() + all.numel()};
  }

  const PolicyConfig config_{
      .algorithm = PolicyAlgorithm::kDqn, .actions = 3, .outputs = 3, .length = 9};
  std::uint32_t states_ = 0;
};

TEST_F(ReplayBufferTest, KnowsWhereEachStepLed) {
  ReplayBuffer buffer(config_, 10);
  const std::vector<PlayedEpisode> episodes = {Episode({0.5, -2, 1}), Episode({}), Episode({0.25})};
  buffer.Add(episodes);
  ASSERT_EQ(buffer.size(), 4);
  const ReplayedSteps all = buffer.At(torch::arange(4));
  EXPECT_THAT(List(all.rewards), ElementsAre(0.5, -2, 1, 0.25));
  EXPECT_THAT(List(all.actions), ElementsAre(0, 1, 2, 0));
  EXPECT_THAT(List(all.goes_on), ElementsAre(1, 1, 0, 0));
  EXPECT_TRUE(all.next[0].equal(all.inputs[1]));
  EXPECT_TRUE(all.next[1].equal(all.inputs[2]));
  EXPECT_THAT(List(all.barred[1]), ElementsAre(1, 1, 0));
  const Observation* const first = &episodes[0].steps[0].before;
  EXPECT_TRUE(all.inputs[0].allclose(InputsOf(config_, {&first, 1})[0], 1e-3, 1e-3));
}

TEST_F(ReplayBufferTest, ForgetsTheOldest) {
  ReplayBuffer buffer(config_, 3);
  buffer.Add({Episode({0.125, 0.25})});
  buffer.Add({Episode({0.375, 0.5})});
  EXPECT_THAT(List(buffer.At(torch::arange(buffer.size())).rewards), ElementsAre(0.25, 0.375, 0.5));
  buffer.Add({Episode({0.1F, 0.625, 0.75, 0.875})});
  EXPECT_THAT(List(buffer.At(torch::arange(buffer.size())).rewards),
              ElementsAre(0.625, 0.75, 0.875));
  for (const torch::Tensor* tensor : buffer.tensors()) EXPECT_EQ(tensor->size(0), 3);
}

}  // namespace
}  // namespace autotune
