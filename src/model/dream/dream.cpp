#include "model/dream/dream.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <ATen/CPUGeneratorImpl.h>
#include <torch/nn/utils/clip_grad.h>
#include <torch/utils.h>

#include "core/random.h"
#include "model/training/optimization.h"

namespace autotune {

namespace {

constexpr double kActorRate = 0.3;  // of the world model's learning rate
constexpr double kEpsilon = 1e-5;
constexpr double kWeightDecay = 1e-5;
constexpr double kClip = 100;  // norm of the gradient
constexpr std::uint64_t kSlowUpdates = 100;

std::uint64_t UpdatesOfStep(const PolicyOptions& options) {
  const std::uint64_t states =
      options.programs * options.episodes * static_cast<std::uint64_t>(options.config.length);
  return std::max<std::uint64_t>(states * options.epochs / options.minibatch, 1);
}

torch::optim::AdamW MakeDreamOptimizer(const DreamNetwork& network, double rate) {
  std::vector<torch::Tensor> behaviour = network.actor->parameters();
  for (const torch::Tensor& weights : network.critic->parameters()) behaviour.push_back(weights);
  const auto group = [&](std::vector<torch::Tensor> weights, double its_rate) {
    auto rules = std::make_unique<torch::optim::AdamWOptions>(its_rate);
    rules->eps(kEpsilon).weight_decay(kWeightDecay);
    return torch::optim::OptimizerParamGroup(std::move(weights), std::move(rules));
  };
  std::vector<torch::optim::OptimizerParamGroup> groups;
  groups.push_back(group(network.world->parameters(), rate));
  groups.push_back(group(std::move(behaviour), kActorRate * rate));
  return torch::optim::AdamW(std::move(groups));
}

/// Draws some of the states.
DreamState SomeOf(const DreamState& states, std::uint64_t count, Random& random) {
  std::vector<std::int64_t> rows;
  const auto all = static_cast<std::uint64_t>(states.memory.size(0));
  for (std::uint64_t i = 0; i < count; ++i) {
    rows.push_back(static_cast<std::int64_t>(random.Below(all)));
  }
  const torch::Tensor chosen = torch::tensor(rows);
  return {states.memory.index_select(0, chosen), states.latent.index_select(0, chosen)};
}

Policy PolicyOf(const std::shared_ptr<DreamPolicy>& policy) {
  return [policy](std::span<const Observation* const> states) {
    return Result<std::vector<PolicyAnswer>>(policy->Answer(states));
  };
}

}  // namespace

CompilerDream::Surroundings::Surroundings(const DreamNetwork& network, std::int64_t capacity)
    : slow(register_module("slow", std::make_shared<SlowCopies>(network))),
      replay(register_module("replay", std::make_shared<DreamReplay>(network.config, capacity))) {}

CompilerDream::CompilerDream(const PolicyOptions& options, const PolicyTasks& tasks,
                             const ProgramSides& sides, Budget& budget)
    : PolicyTask(options, tasks, sides, budget),
      updates_(UpdatesOfStep(options)),
      network_(std::make_shared<DreamNetwork>(options.config)),
      around_(std::make_shared<Surroundings>(*network_, static_cast<std::int64_t>(options.replay))),
      optimizer_(MakeDreamOptimizer(*network_, options.learning_rate)) {}

Result<PolicyGradientScore> CompilerDream::Step(std::uint64_t number) {
  const auto acting =
      std::make_shared<DreamPolicy>(*network_->world, *around_->slow->actor, network_->config);
  const auto episodes = Play(number, PolicyOf(acting));
  if (!episodes) return episodes.error();
  for (const PlayedEpisode& episode : *episodes) around_->replay->Add(episode);
  PolicyGradientScore score;
  if (around_->replay->size() > 0) {
    for (std::uint64_t i = 0; i < updates_; ++i) score = Update(number * updates_ + i);
  }
  score.reward = MeanLogRatio(*episodes);
  return score;
}

PolicyGradientScore CompilerDream::Update(std::uint64_t number) {
  Random random(options_.seed + 2, number);
  const torch::Generator generator = at::make_generator<at::CPUGeneratorImpl>(random.Next());
  const auto together = std::max<std::int64_t>(
      static_cast<std::int64_t>(options_.minibatch) / network_->config.length, 1);
  const WorldLoss world =
      network_->world->Loss(around_->replay->Sample(together, random), generator);
  world.total.backward();
  torch::nn::utils::clip_grad_norm_(network_->world->parameters(), kClip);
  const BehaviourLoss behaviour =
      ImagineAndJudge(*network_, *around_->slow, SomeOf(world.states, options_.dreams, random),
                      options_.entropy, generator);
  behaviour.total.backward();
  torch::nn::utils::clip_grad_norm_(network_->actor->parameters(), kClip);
  torch::nn::utils::clip_grad_norm_(network_->critic->parameters(), kClip);
  optimizer_.step();
  DropGradients(*network_);
  if ((number + 1) % kSlowUpdates == 0) {
    CopyWeights(*network_->actor, *around_->slow->actor);
    CopyWeights(*network_->critic, *around_->slow->critic);
  }
  return {.entropy = behaviour.entropy.item<double>(),
          .divergence = world.divergence.item<double>()};
}

Result<double> CompilerDream::Judge() {
  const auto acting =
      std::make_shared<DreamPolicy>(*network_->world, *around_->slow->actor, network_->config);
  return JudgeByEpisodes(PolicyOf(acting), true);
}

Status CompilerDream::Keep(std::uint64_t steps) {
  const DreamNetwork kept(network_->config);
  CopyWeights(*network_, kept);
  CopyWeights(*around_->slow->actor, *kept.actor);
  return KeepNetwork(kept, steps);
}

Checkpoint CompilerDream::Standing(TrainingPosition& position) {
  return {position, *network_, *around_, optimizer_};
}

}  // namespace autotune
