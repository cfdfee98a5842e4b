#include "model/policy/dqn.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <torch/nn/functional/loss.h>
#include <torch/utils.h>

#include "core/random.h"
#include "model/training/optimization.h"

namespace autotune {

namespace {

constexpr std::int64_t kMemory = 200'000;  // steps
/// As published. Most passes do as well a little later, and a discount near 1 tells no difference.
constexpr double kDiscount = 0.9;
/// Share of evenly drawn passes: 1 at first, less by so much with each pass, but never below.
/// CompilerGym's DQN falls faster; it chooses among 15 passes.
constexpr double kExploreFall = 1e-5;
constexpr double kLeastExplore = 0.1;
constexpr double kFollow = 0.01;  // share of the way that the target network goes in an update

/// Returns Q values of dueling heads: that of the state, and what each pass has beyond their mean.
torch::Tensor Values(const PolicyOutput& output) {
  return output.value.unsqueeze(-1) + output.logits - output.logits.mean(-1, true);
}

/// Returns the entropy of a choice among `actions`: the best one, or one drawn evenly.
double EntropyOf(double explore, double actions) {
  const double other = explore / actions;
  const double best = 1 - explore + other;
  return -best * std::log(best) - (actions - 1) * other * std::log(other);
}

}  // namespace

Dqn::Dqn(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
         Budget& budget, std::shared_ptr<PolicyNetwork> network)
    : PolicyTask(options, tasks, sides, budget),
      network_(std::move(network)),
      target_(options.config),
      optimizer_(MakeOptimizer(
          *network_, {.learning_rate = options.learning_rate, .warm_up = 0, .weight_decay = 0})),
      memory_(options.config, kMemory) {
  CopyWeights(*network_, target_);
}

double Dqn::Explore(std::uint64_t number) const {
  const std::uint64_t programs = std::min<std::uint64_t>(options_.programs, sides_.training.size());
  const std::uint64_t episodes = number * programs * options_.episodes;
  const auto passes = static_cast<double>(episodes) * static_cast<double>(options_.config.length);
  return std::max(1 - passes * kExploreFall, kLeastExplore);
}

Result<PolicyGradientScore> Dqn::Step(std::uint64_t number) {
  const double explore = Explore(number);
  const auto episodes = Play(number, PolicyOf(*network_), {.explore = explore, .draws = false});
  if (!episodes) return episodes.error();
  memory_.Add(*episodes);
  std::uint64_t added = 0;
  for (const PlayedEpisode& episode : *episodes) added += episode.steps.size();
  const std::uint64_t updates =
      options_.epochs * ((added + options_.minibatch - 1) / options_.minibatch);
  Random random(options_.seed + 2, number);
  PolicyGradientScore score{
      .reward = MeanLogRatio(*episodes),
      .entropy = EntropyOf(explore, static_cast<double>(options_.config.actions))};
  for (std::uint64_t i = 0; i < updates; ++i) {
    std::vector<std::int64_t> rows(options_.minibatch);
    for (std::int64_t& row : rows) {
      row = static_cast<std::int64_t>(random.Below(static_cast<std::uint64_t>(memory_.size())));
    }
    score.divergence += Update(torch::tensor(rows)) / static_cast<double>(updates);
  }
  return score;
}

double Dqn::Update(const torch::Tensor& rows) {
  const ReplayedSteps some = memory_.At(rows);
  torch::Tensor wanted;
  {
    const torch::NoGradGuard no_gradients;
    const torch::Tensor best =
        network_->Forward(some.next)
            .logits.masked_fill(some.barred, -std::numeric_limits<float>::infinity())
            .argmax(-1, true);
    const torch::Tensor worth = Values(target_.Forward(some.next)).gather(-1, best).squeeze(-1);
    // The result is the best prefix: nobody has to make passes that lose.
    wanted = some.rewards + kDiscount * some.goes_on * worth.clamp_min(0);
  }
  const torch::Tensor guess =
      Values(network_->Forward(some.inputs)).gather(-1, some.actions.unsqueeze(-1)).squeeze(-1);
  const torch::Tensor loss = torch::nn::functional::smooth_l1_loss(guess, wanted);
  loss.backward();
  ApplyGradients(optimizer_, *network_, options_.learning_rate);
  MoveTowards(target_, *network_, kFollow);
  return loss.item<double>();
}

Result<double> Dqn::Judge() { return JudgeByEpisodes(PolicyOf(*network_), false); }

Checkpoint Dqn::Standing(TrainingPosition& position) {
  return {position, *network_, target_, optimizer_, memory_.tensors()};
}

}  // namespace autotune
