#include "model/dream/replay.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include <torch/utils.h>

#include "core/program.h"
#include "model/policy/observation_rows.h"

namespace autotune {

namespace {

constexpr double kKeptReward = 0.6;  // share of the last smoothed reward
constexpr double kMaxReward = 3;
constexpr double kMaxReturn = 5;

bool IsUsable(const PlayedEpisode& episode) {
  double sum = 0;
  for (const PlayedStep& step : episode.steps) {
    sum += static_cast<double>(step.log_gain);
    if (std::abs(static_cast<double>(step.log_gain)) > kMaxReward) return false;
  }
  return !episode.steps.empty() && std::abs(sum) <= kMaxReturn;
}

}  // namespace

DreamReplay::DreamReplay(const PolicyConfig& config, std::int64_t capacity) : config_(config) {
  const auto features = static_cast<std::int64_t>(kAutophaseSize);
  const auto hold = [&](const char* name, std::vector<std::int64_t> shape, torch::ScalarType type) {
    return register_parameter(name, torch::zeros(shape, type), false);
  };
  shares_ = hold("shares", {capacity, config.length + 1, features}, torch::kHalf);
  passes_ = hold("passes", {capacity, config.length}, torch::kShort);
  rewards_ = hold("rewards", {capacity, config.length}, torch::kFloat);
  lengths_ = hold("lengths", {capacity}, torch::kLong);
  added_ = hold("added", {1}, torch::kLong);
}

std::int64_t DreamReplay::size() const {
  return std::min(added_.item<std::int64_t>(), lengths_.size(0));
}

bool DreamReplay::Add(const PlayedEpisode& episode) {
  if (!IsUsable(episode)) return false;
  const auto length = static_cast<std::int64_t>(episode.steps.size());
  assert(length <= config_.length && "an episode of this length");
  torch::Tensor shares =
      torch::zeros({config_.length + 1, static_cast<std::int64_t>(kAutophaseSize)});
  torch::Tensor passes = torch::zeros({config_.length}, torch::kShort);
  torch::Tensor rewards = torch::zeros({config_.length});
  float* row = shares.data_ptr<float>();
  float smoothed = 0;
  for (std::int64_t i = 0; i < length; ++i) {
    const PlayedStep& step = episode.steps[static_cast<std::size_t>(i)];
    WriteShares(*step.before.now, {row, kAutophaseSize});
    row += kAutophaseSize;
    smoothed = static_cast<float>(kKeptReward * static_cast<double>(smoothed) +
                                  (1 - kKeptReward) * static_cast<double>(step.log_gain));
    passes.data_ptr<std::int16_t>()[i] = static_cast<std::int16_t>(step.action);
    rewards.data_ptr<float>()[i] = smoothed;
  }
  WriteShares(*episode.end, {row, kAutophaseSize});
  const std::int64_t place = added_.item<std::int64_t>() % lengths_.size(0);
  const torch::NoGradGuard no_gradients;
  shares_[place].copy_(shares);
  passes_[place].copy_(passes);
  rewards_[place].copy_(rewards);
  lengths_[place].fill_(length);
  added_.add_(1);
  return true;
}

DreamBatch DreamReplay::Sample(std::int64_t count, Random& random) const {
  assert(size() > 0 && "there is something to draw");
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < count; ++i) {
    places.push_back(static_cast<std::int64_t>(random.Below(static_cast<std::uint64_t>(size()))));
  }
  const torch::Tensor chosen = torch::tensor(places);
  const torch::Tensor used = passes_.index_select(0, chosen).to(torch::kLong).t();  // [T - 1, B]
  const torch::Tensor ends = lengths_.index_select(0, chosen).unsqueeze(0);
  const torch::Tensor moments = torch::arange(config_.length + 1).unsqueeze(1);
  const torch::Tensor uses = torch::one_hot(used, config_.actions).cumsum(0).to(torch::kFloat) /
                             static_cast<double>(config_.length);
  const torch::Tensor histogram = torch::cat({torch::zeros_like(uses.narrow(0, 0, 1)), uses});
  const torch::Tensor shares = shares_.index_select(0, chosen).to(torch::kFloat).transpose(0, 1);
  const torch::Tensor rewards = rewards_.index_select(0, chosen).t();
  return {.rows = torch::cat({shares, histogram}, -1),
          .passes = torch::cat({torch::full({1, count}, config_.actions, torch::kLong), used}),
          .rewards = torch::cat({torch::zeros({1, count}), rewards}),
          .goes_on = moments.ne(ends).to(torch::kFloat),
          .happened = moments.le(ends)};
}

}  // namespace autotune
