#include "model/dream/world_model.h"

#include <ATen/CPUGeneratorImpl.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include "core/program.h"
#include "model/dream/dream_network.h"
#include "model/policy/observation_rows.h"

namespace autotune {
namespace {

constexpr PolicyConfig kWorldConfig{.algorithm = PolicyAlgorithm::kCompilerDream,
                                    .actions = 5,
                                    .outputs = 5,
                                    .width = 16,
                                    .layers = 2,
                                    .length = 4,
                                    .memory = 12,
                                    .latents = 3,
                                    .classes = 4};

DreamDraw Generator() { return at::make_generator<at::CPUGeneratorImpl>(7); }

/// Two episodes, of four passes and of two.
DreamBatch TwoEpisodes() {
  torch::manual_seed(1);
  const auto width = static_cast<std::int64_t>(InputWidth(kWorldConfig));
  const torch::Tensor moments = torch::arange(5).unsqueeze(1);
  const torch::Tensor ends = torch::tensor({{4, 2}});
  torch::Tensor passes = torch::randint(0, 5, {5, 2}, torch::kLong);
  passes[0].fill_(5);
  return {.rows = torch::rand({5, 2, width}),
          .passes = passes,
          .rewards = torch::rand({5, 2}),
          .goes_on = moments.ne(ends).to(torch::kFloat),
          .happened = moments.le(ends)};
}

TEST(WorldModel, KnowsWidthsAndTheNumberOfParameters) {
  const DreamNetwork network(kWorldConfig);
  EXPECT_EQ(network.world->view_width(), 24);
  std::int64_t count = 0;
  for (const torch::Tensor& weights : network.parameters()) count += weights.numel();
  EXPECT_EQ(DreamParameters(kWorldConfig), count);
  const DreamBatch batch = TwoEpisodes();
  const DreamState start = network.world->Start(2);
  const DreamState state =
      network.world->Observe(start, batch.passes[0], batch.rows[0], Generator());
  EXPECT_EQ(state.View().sizes(), (torch::IntArrayRef{2, 24}));
  // One class of each categorical.
  EXPECT_TRUE(torch::equal(state.latent.view({2, 3, 4}).sum(-1).round(), torch::ones({2, 3})));
  EXPECT_EQ(network.world->Reward(state.View()).sizes(), torch::IntArrayRef{2});
  EXPECT_EQ(network.world->GoesOn(state.View()).sizes(), torch::IntArrayRef{2});
}

TEST(WorldModel, HasThePublishedSizeAsAnOption) {
  const PolicyConfig published{.algorithm = PolicyAlgorithm::kCompilerDream,
                               .actions = 42,
                               .outputs = 42,
                               .width = 400,
                               .layers = 4,
                               .memory = 1024,
                               .latents = 32,
                               .classes = 32};
  EXPECT_NEAR(static_cast<double>(DreamParameters(published)), 19.6e6, 1e6);
}

TEST(WorldModel, LearnsFromWhatHappenedAlone) {
  torch::manual_seed(1);
  const WorldModel world(kWorldConfig);
  {
    // At first no reward is more probable than another, whatever happened.
    const torch::NoGradGuard no_gradients;
    for (const torch::Tensor& weights : world.parameters()) {
      weights.add_(0.3 * torch::randn_like(weights));
    }
  }
  DreamBatch batch = TwoEpisodes();
  const WorldLoss loss = world.Loss(batch, Generator());
  EXPECT_EQ(loss.states.memory.size(0), 4 + 2);
  EXPECT_FALSE(loss.states.memory.requires_grad());
  batch.rows[3][1].fill_(9);  // after the end of the second
  batch.rewards[4][1].fill_(2);
  EXPECT_FLOAT_EQ(world.Loss(batch, Generator()).total.item<float>(), loss.total.item<float>());
  batch.rewards[4][0].fill_(2);
  EXPECT_NE(world.Loss(batch, Generator()).total.item<float>(), loss.total.item<float>());
}

TEST(WorldModel, GivesGradientsToAllItsParts) {
  const WorldModel world(kWorldConfig);
  world.Loss(TwoEpisodes(), Generator()).total.backward();
  for (const auto& entry : world.named_parameters()) {
    ASSERT_TRUE(entry.value().grad().defined()) << entry.key();
    EXPECT_TRUE(entry.value().grad().isfinite().all().item<bool>()) << entry.key();
  }
}

torch::Tensor LogOdds(std::uint64_t seed) {
  torch::manual_seed(seed);
  return (4 * torch::randn({2, 3, 4})).requires_grad_();
}

TEST(BalancedDivergence, MovesTheExpectedMoreThanTheSeen) {
  const torch::Tensor seen = LogOdds(1);
  const torch::Tensor expected = LogOdds(2);
  const auto gradients = [&](double share_of_expected) {
    const torch::Tensor p = seen.log_softmax(-1);
    const torch::Tensor q = expected.log_softmax(-1);
    const auto part = [](const torch::Tensor& from, const torch::Tensor& to) {
      return (from.exp() * (from - to)).sum({-1, -2}).mean();
    };
    return torch::autograd::grad(
        {share_of_expected * part(p.detach(), q) + (1 - share_of_expected) * part(p, q.detach())},
        {seen, expected});
  };
  const auto balanced = torch::autograd::grad(
      {BalancedDivergence(seen.log_softmax(-1), expected.log_softmax(-1))}, {seen, expected});
  EXPECT_TRUE(torch::allclose(balanced[0], 0.2 * gradients(0)[0]));
  EXPECT_TRUE(torch::allclose(balanced[1], 0.8 * gradients(1)[1]));
}

TEST(BalancedDivergence, LeavesANatFree) {
  const torch::Tensor seen = LogOdds(1);
  const torch::Tensor close = seen.detach() + 0.01;
  const torch::Tensor loss = BalancedDivergence(seen.log_softmax(-1), close.log_softmax(-1));
  EXPECT_FLOAT_EQ(loss.item<float>(), 1);
  loss.backward();
  EXPECT_EQ(seen.grad().abs().max().item<float>(), 0);
}

TEST(ChooseClass, DrawsByTheOddsAndTakesTheHighestWithoutADraw) {
  const torch::Tensor log_odds = torch::tensor({0.1F, 0.7F, 0.2F}).log().expand({20'000, 3});
  EXPECT_TRUE(ChooseClass(log_odds, std::nullopt).eq(1).all().item<bool>());
  const torch::Tensor drawn = ChooseClass(log_odds, Generator());
  EXPECT_NEAR(drawn.eq(0).to(torch::kFloat).mean().item<float>(), 0.1, 0.01);
  EXPECT_NEAR(drawn.eq(1).to(torch::kFloat).mean().item<float>(), 0.7, 0.01);
}

}  // namespace
}  // namespace autotune
