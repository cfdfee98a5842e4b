#include "model/dream/behaviour.h"

#include <cmath>

#include <ATen/CPUGeneratorImpl.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

namespace autotune {
namespace {

TEST(LambdaReturns, AreThoseComputedByHand) {
  const torch::Tensor rewards = torch::tensor({{1.0F}, {2.0F}});
  const torch::Tensor discounts = torch::tensor({{0.5F}, {0.9F}});
  const torch::Tensor values = torch::tensor({{7.0F}, {3.0F}, {4.0F}});
  const torch::Tensor returns = LambdaReturns(rewards, discounts, values, 0.8);
  const double last = 2 + 0.9 * (0.2 * 4 + 0.8 * 4);
  EXPECT_NEAR(returns[1].item<double>(), last, 1e-5);
  EXPECT_NEAR(returns[0].item<double>(), 1 + 0.5 * (0.2 * 3 + 0.8 * last), 1e-5);
}

TEST(LambdaReturns, EndWithTheEpisode) {
  const torch::Tensor returns =
      LambdaReturns(torch::tensor({{1.0F}, {2.0F}}), torch::tensor({{0.0F}, {0.9F}}),
                    torch::tensor({{7.0F}, {3.0F}, {4.0F}}), 0.95);
  EXPECT_FLOAT_EQ(returns[0].item<float>(), 1);
}

TEST(ImagineAndJudge, GivesGradientsToActorAndCriticAlone) {
  torch::manual_seed(3);
  const DreamNetwork network({.algorithm = PolicyAlgorithm::kCompilerDream,
                              .actions = 5,
                              .outputs = 5,
                              .width = 16,
                              .layers = 1,
                              .length = 4,
                              .memory = 12,
                              .latents = 3,
                              .classes = 4});
  const SlowCopies slow(network);
  {
    const torch::NoGradGuard no_gradients;
    for (const torch::Tensor& weights : network.world->parameters()) weights.add_(0.1);
  }
  const DreamState starts = {torch::randn({6, 12}), torch::zeros({6, 12})};
  const BehaviourLoss loss =
      ImagineAndJudge(network, slow, starts, 3e-4, at::make_generator<at::CPUGeneratorImpl>(5));
  EXPECT_NEAR(loss.entropy.item<double>(), std::log(5.0), 1e-5) << "at first all are alike";
  loss.total.backward();
  for (const torch::Tensor& weights : network.world->parameters()) {
    EXPECT_FALSE(weights.grad().defined());
  }
  for (const auto* part : {network.actor.get(), network.critic.get()}) {
    double moved = 0;
    for (const torch::Tensor& weights : part->parameters()) {
      moved += weights.grad().abs().sum().item<double>();
    }
    EXPECT_GT(moved, 0);
  }
  for (const torch::Tensor& weights : slow.parameters()) EXPECT_FALSE(weights.grad().defined());
}

}  // namespace
}  // namespace autotune
