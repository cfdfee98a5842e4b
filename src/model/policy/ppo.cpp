#include "model/policy/ppo.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <torch/utils.h>

#include "core/random.h"
#include "model/policy/policy_network.h"
#include "model/training/optimization.h"

namespace autotune {

namespace {

constexpr double kValueWeight = 0.5;
constexpr float kTrace = 0.95F;     // lambda of the returns
constexpr double kAveraged = 0.05;  // weight of a step in the running mean of weights
constexpr float kBarred = -1e9F;    // logit of a pass that is not drawn

}  // namespace

struct Ppo::Batch {
  std::vector<const Observation*> states;
  torch::Tensor barred;      ///< bool [B, actions]: passes that were not to be drawn
  torch::Tensor actions;     ///< int64 [B]
  torch::Tensor before;      ///< float [B]: log-probabilities of the actions when they were drawn
  torch::Tensor returns;     ///< float [B]
  torch::Tensor advantages;  ///< float [B], whitened

  Batch Rows(std::span<const std::int64_t> rows) const {
    const torch::Tensor numbers = torch::tensor(std::vector(rows.begin(), rows.end()));
    const auto of = [&numbers](const torch::Tensor& all) { return all.index_select(0, numbers); };
    Batch some{{}, of(barred), of(actions), of(before), of(returns), of(advantages)};
    for (const std::int64_t row : rows)
      some.states.push_back(states[static_cast<std::size_t>(row)]);
    return some;
  }
};

Ppo::Ppo(const PolicyOptions& options, const PolicyTasks& tasks, const ProgramSides& sides,
         Budget& budget, std::shared_ptr<ActorCritic> network, Peers* peers)
    : PolicyTask(options, tasks, sides, budget),
      network_(std::move(network)),
      average_(MakeActorCritic(options.config)),
      peers_(peers),
      optimizer_(MakeOptimizer(
          *network_, {.learning_rate = options.learning_rate, .warm_up = 0, .weight_decay = 0})) {
  CopyWeights(*network_, *average_);
}

Result<PolicyGradientScore> Ppo::Step(std::uint64_t number) {
  const auto episodes = Play(number, PolicyOf(*network_), {}, peers_);
  const Result<std::int64_t> updates = CountUpdates(episodes);
  if (!updates) return updates.error();
  Result<PolicyGradientScore> score = Update(MakeBatch(*episodes), *updates, number);
  if (!score) return score;
  MoveTowards(*average_, *network_, std::max(kAveraged, 1 / (1 + static_cast<double>(number))));
  score->reward = MeanLogRatio(*episodes);
  return score;
}

Ppo::Batch Ppo::MakeBatch(const std::vector<PlayedEpisode>& episodes) const {
  std::vector<const Observation*> states;
  std::vector<std::int64_t> actions;
  std::vector<float> before;
  std::vector<float> returns;
  std::vector<float> values;
  for (const PlayedEpisode& episode : episodes) {
    const std::size_t first = returns.size();
    returns.resize(first + episode.steps.size());
    float rest = 0;  // passes after the best prefix gain nothing, and cost nothing
    float next = 0;  // value of the state after the pass
    for (std::size_t i = episode.steps.size(); i-- > 0;) {
      const PlayedStep& step = episode.steps[i];
      rest = std::max(step.log_gain + kTrace * rest + (1 - kTrace) * next, 0.0F);
      returns[first + i] = rest;
      next = std::max(step.value, 0.0F);
    }
    for (const PlayedStep& step : episode.steps) {
      states.push_back(&step.before);
      actions.push_back(step.action);
      before.push_back(step.log_probability);
      values.push_back(step.value);
    }
  }
  torch::Tensor barred = BarsOf(network_->config(), states);
  Batch batch{.states = std::move(states),
              .barred = std::move(barred),
              .actions = torch::tensor(actions),
              .before = torch::tensor(before),
              .returns = torch::tensor(returns),
              .advantages = {}};
  const torch::Tensor advantages = batch.returns - torch::tensor(values);
  const torch::Tensor spread = (advantages - advantages.mean()).square().mean().sqrt();
  batch.advantages = (advantages - advantages.mean()) / spread.clamp_min(1e-6);
  return batch;
}

Result<std::int64_t> Ppo::CountUpdates(const Result<std::vector<PlayedEpisode>>& episodes) {
  constexpr std::int64_t kNotPlayed = std::numeric_limits<std::int64_t>::max();
  std::int64_t updates = kNotPlayed;
  if (episodes) {
    std::uint64_t states = 0;
    for (const PlayedEpisode& episode : *episodes) states += episode.steps.size();
    updates = static_cast<std::int64_t>((states + options_.minibatch - 1) / options_.minibatch);
  }
  if (peers_) {
    const Result<std::int64_t> most = peers_->Highest(updates);
    if (!most) return most.error();
    updates = *most;
  }
  if (!episodes) return episodes.error();
  if (updates < kNotPlayed) return updates;
  return Error{ErrorCode::kCancelled, "another process of the training stopped"};
}

Result<PolicyGradientScore> Ppo::Update(const Batch& batch, std::int64_t updates,
                                        std::uint64_t number) {
  Random random(options_.seed + 2, number);
  std::vector<std::int64_t> order(batch.states.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  PolicyGradientScore score;
  for (std::uint64_t epoch = 0; epoch < options_.epochs; ++epoch) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.Below(i)]);
    for (std::int64_t update = 0; update < updates; ++update) {
      const std::size_t begin =
          order.size() * static_cast<std::size_t>(update) / static_cast<std::size_t>(updates);
      const std::size_t end =
          order.size() * static_cast<std::size_t>(update + 1) / static_cast<std::size_t>(updates);
      const PolicyGradientScore some =
          AddGradients(batch, std::span(order).subspan(begin, end - begin));
      if (epoch == 0 && update == 0) score.entropy = some.entropy;
      score.divergence = some.divergence;
      if (peers_) {
        if (Status status = peers_->Average(*network_); !status.ok()) return status.error();
      }
      ApplyGradients(optimizer_, *network_, options_.learning_rate);
    }
  }
  return score;
}

PolicyGradientScore Ppo::AddGradients(const Batch& batch, std::span<const std::int64_t> rows) {
  // States of one episode beside each other: a graph network reads those that are equal once.
  std::vector<std::int64_t> sorted(rows.begin(), rows.end());
  std::ranges::sort(sorted);
  PolicyGradientScore score;
  const auto together = static_cast<std::size_t>(network_->states_at_once());
  for (std::size_t begin = 0; begin < sorted.size(); begin += together) {
    const Batch some =
        batch.Rows(std::span(sorted).subspan(begin, std::min(together, sorted.size() - begin)));
    const PolicyOutput output = network_->Read(some.states);
    const torch::Tensor log_odds =
        torch::log_softmax(output.logits.masked_fill(some.barred, kBarred), -1);
    const torch::Tensor entropy = -(log_odds.exp() * log_odds).sum(-1).mean();
    const torch::Tensor change =
        log_odds.gather(-1, some.actions.unsqueeze(-1)).squeeze(-1) - some.before;
    const torch::Tensor ratio = change.exp();
    const torch::Tensor clipped = ratio.clamp(1 - options_.clip, 1 + options_.clip);
    const torch::Tensor gain =
        torch::min(ratio * some.advantages, clipped * some.advantages).mean();
    const torch::Tensor error = (output.value - some.returns).square().mean();
    const double share =
        static_cast<double>(some.states.size()) / static_cast<double>(sorted.size());
    score.entropy += share * entropy.item<double>();
    score.divergence -= share * change.mean().item<double>();
    (share * (kValueWeight * error - options_.entropy * entropy - gain)).backward();
  }
  return score;
}

Result<double> Ppo::Judge() { return JudgeByEpisodes(PolicyOf(*average_), true); }

Status Ppo::Keep(std::uint64_t steps) { return KeepNetwork(*average_, steps); }

Checkpoint Ppo::Standing(TrainingPosition& position) {
  return {position, *network_, *average_, optimizer_};
}

}  // namespace autotune
