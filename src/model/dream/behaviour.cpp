#include "model/dream/behaviour.h"

#include <optional>
#include <vector>

#include <torch/utils.h>

#include "model/dream/two_hot.h"
#include "model/files/checkpoint.h"

namespace autotune {

namespace {

constexpr int kHorizon = 15;
constexpr double kDiscount = 0.99;
constexpr double kLambda = 0.95;
constexpr double kSpreadDecay = 0.99;

/// Imagined episodes: H steps of N.
struct Dream {
  torch::Tensor views;    ///< float [H + 1, N, view]
  torch::Tensor passes;   ///< int64 [H, N]
  torch::Tensor returns;  ///< float [H, N]
  torch::Tensor gain;     ///< float [H, N]: return above the critic's guess
  torch::Tensor weight;   ///< float [H, N]: discount of the step
};

Dream Imagine(const DreamNetwork& network, const SlowCopies& slow, const DreamState& starts,
              const torch::Generator& generator) {
  const torch::NoGradGuard no_gradients;
  std::vector<torch::Tensor> views = {starts.View()};
  std::vector<torch::Tensor> passes;
  DreamState state = starts;
  for (int t = 0; t < kHorizon; ++t) {
    const torch::Tensor log_odds = network.actor->Forward(views.back()).log_softmax(-1);
    passes.push_back(ChooseClass(log_odds, generator));
    state = network.world->Imagine(state, passes.back(), generator);
    views.push_back(state.View());
  }
  Dream dream{.views = torch::stack(views),
              .passes = torch::stack(passes),
              .returns = {},
              .gain = {},
              .weight = {}};
  const torch::Tensor after = dream.views.narrow(0, 1, kHorizon);
  const torch::Tensor values = MeanOfBins(slow.critic->Forward(dream.views).softmax(-1));
  const torch::Tensor discounts = kDiscount * network.world->GoesOn(after);
  dream.returns = LambdaReturns(network.world->Reward(after), discounts, values, kLambda);
  dream.gain = dream.returns - values.narrow(0, 0, kHorizon);
  const torch::Tensor first = torch::ones_like(discounts.narrow(0, 0, 1));
  dream.weight = torch::cat({first, discounts.narrow(0, 0, kHorizon - 1)}).cumprod(0);
  return dream;
}

std::shared_ptr<DreamLayers> CopyOfHead(const DreamNetwork& network, const DreamLayers& head,
                                        std::int64_t outputs) {
  const PolicyConfig& config = network.config;
  auto copy = std::make_shared<DreamLayers>(
      DreamLayers::Shape{network.world->view_width(), config.width, config.layers, outputs});
  CopyWeights(head, *copy);
  return copy;
}

}  // namespace

SlowCopies::SlowCopies(const DreamNetwork& network)
    : actor(register_module("actor", CopyOfHead(network, *network.actor, network.config.actions))),
      critic(register_module("critic", CopyOfHead(network, *network.critic, kTwoHotBins))),
      spread(register_parameter("spread", torch::zeros(1), false)) {}

torch::Tensor LambdaReturns(const torch::Tensor& rewards, const torch::Tensor& discounts,
                            const torch::Tensor& values, double lambda) {
  const std::int64_t steps = rewards.size(0);
  std::vector<torch::Tensor> returns(static_cast<std::size_t>(steps));
  torch::Tensor rest = values[steps];
  for (std::int64_t t = steps; t-- > 0;) {
    rest = rewards[t] + discounts[t] * ((1 - lambda) * values[t + 1] + lambda * rest);
    returns[static_cast<std::size_t>(t)] = rest;
  }
  return torch::stack(returns);
}

BehaviourLoss ImagineAndJudge(const DreamNetwork& network, const SlowCopies& slow,
                              const DreamState& starts, double entropy_weight,
                              const torch::Generator& generator) {
  const Dream dream = Imagine(network, slow, starts, generator);
  {
    const torch::NoGradGuard no_gradients;
    const torch::Tensor ends = torch::quantile(dream.returns, torch::tensor({0.05F, 0.95F}));
    slow.spread.mul_(kSpreadDecay).add_((1 - kSpreadDecay) * (ends[1] - ends[0]));
  }
  const torch::Tensor views = dream.views.narrow(0, 0, kHorizon);
  const torch::Tensor log_odds = network.actor->Forward(views).log_softmax(-1);
  const torch::Tensor entropy = -(log_odds.exp() * log_odds).sum(-1);
  const torch::Tensor taken = log_odds.gather(-1, dream.passes.unsqueeze(-1)).squeeze(-1);
  const torch::Tensor gain = taken * dream.gain / slow.spread.clamp_min(1);
  const torch::Tensor error = TwoHotLoss(network.critic->Forward(views), dream.returns);
  return {.total = (dream.weight * (error - gain - entropy_weight * entropy)).mean(),
          .entropy = entropy.detach().mean()};
}

}  // namespace autotune
