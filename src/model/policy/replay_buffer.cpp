#include "model/policy/replay_buffer.h"

#include <algorithm>

#include <torch/utils.h>

#include "model/policy/observation_rows.h"
#include "model/policy/policy_network.h"

namespace autotune {

ReplayBuffer::ReplayBuffer(const PolicyConfig& config, std::int64_t capacity)
    : config_(config),
      capacity_(capacity),
      inputs_(torch::empty({0, static_cast<std::int64_t>(InputWidth(config))}, torch::kHalf)),
      barred_(torch::empty({0, config.actions}, torch::kBool)),
      actions_(torch::empty({0}, torch::kLong)),
      rewards_(torch::empty({0})),
      goes_on_(torch::empty({0})) {}

void ReplayBuffer::Add(const std::vector<PlayedEpisode>& episodes) {
  std::vector<const Observation*> states;
  std::vector<std::int64_t> actions;
  std::vector<float> rewards;
  std::vector<float> goes_on;
  for (const PlayedEpisode& episode : episodes) {
    for (const PlayedStep& step : episode.steps) {
      states.push_back(&step.before);
      actions.push_back(step.action);
      rewards.push_back(step.log_gain);
      goes_on.push_back(1);
    }
    if (!episode.steps.empty()) goes_on.back() = 0;
  }
  const auto added = static_cast<std::int64_t>(states.size());
  const std::int64_t dropped = std::max<std::int64_t>(size() + added - capacity_, 0);
  const auto append = [dropped](torch::Tensor& all, const torch::Tensor& more) {
    all = torch::cat({all, more}).slice(0, dropped).clone();
  };
  append(inputs_, InputsOf(config_, states).to(torch::kHalf));
  append(barred_, BarsOf(config_, states));
  append(actions_, torch::tensor(actions, torch::kLong));
  append(rewards_, torch::tensor(rewards));
  append(goes_on_, torch::tensor(goes_on));
}

ReplayedSteps ReplayBuffer::At(const torch::Tensor& steps) const {
  // The last step of all ends its episode, so that any state will do as its next.
  const torch::Tensor next = (steps + 1).clamp_max(size() - 1);
  return {.inputs = inputs_.index_select(0, steps).to(torch::kFloat),
          .actions = actions_.index_select(0, steps),
          .rewards = rewards_.index_select(0, steps),
          .goes_on = goes_on_.index_select(0, steps),
          .next = inputs_.index_select(0, next).to(torch::kFloat),
          .barred = barred_.index_select(0, next)};
}

std::vector<torch::Tensor*> ReplayBuffer::tensors() {
  return {&inputs_, &barred_, &actions_, &rewards_, &goes_on_};
}

}  // namespace autotune
