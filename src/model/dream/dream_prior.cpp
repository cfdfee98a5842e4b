#include "model/dream/dream_prior.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <c10/core/InferenceMode.h>
#include <torch/utils.h>

#include "core/hash.h"
#include "core/mutex.h"
#include "model/policy/observation_rows.h"
#include "model/torch_error.h"

namespace autotune {

namespace {

/// States remembered: more than those of all episodes that a search has under way.
constexpr std::size_t kRemembered = 8192;
/// A smoothed reward r' leaves so much of the rewards before it to come, with those of the replay:
/// 0.6 / 0.4.
constexpr double kStillToCome = 1.5;

/// Identifies a state by all that was observed on the way to it.
Hash128 KeyAfter(const Hash128& before, std::int64_t pass, const Features& features) {
  std::string bytes(sizeof before + sizeof pass + sizeof features.autophase, '\0');
  char* to = bytes.data();
  for (const auto& [from, size] : {std::pair<const void*, std::size_t>(&before, sizeof before),
                                   {&pass, sizeof pass},
                                   {features.autophase.data(), sizeof features.autophase}}) {
    std::memcpy(to, from, size);
    to += size;
  }
  return HashBytes(std::string_view(bytes));
}

class DreamPrior final : public Prior {
 public:
  explicit DreamPrior(std::shared_ptr<const DreamNetwork> network) : network_(std::move(network)) {}

  Observe needs() const override { return {.features = true}; }

  Result<std::vector<Prediction>> Predict(std::span<const PriorQuery> queries) override {
    return CatchTorch(ErrorCode::kInvalidArgument, "model",
                      [&]() -> Result<std::vector<Prediction>> {
                        const c10::InferenceMode inference;
                        std::vector<Prediction> predictions;
                        for (const PriorQuery& query : queries) {
                          const auto missing = [](const auto& features) { return !features; };
                          if (query.features.size() != query.state.applied.size() + 1 ||
                              std::ranges::any_of(query.features, missing)) {
                            return Error{ErrorCode::kInvalidArgument,
                                         "the model needs the features of each state on the way"};
                          }
                          predictions.push_back(Ask(query));
                        }
                        return predictions;
                      });
  }

 private:
  Prediction Ask(const PriorQuery& query) {
    const DreamState state = Follow(query);
    const torch::Tensor logits = network_->actor->Forward(state.View()).contiguous();
    const float* const row = logits.data_ptr<float>();
    Prediction prediction{.logits = {row, row + logits.numel()}, .reachable = {}};
    if (!query.lists.empty()) Rank(query.lists, state, prediction);
    return prediction;
  }

  /// Returns the state after the last observation of a query.
  DreamState Follow(const PriorQuery& query) {
    std::vector<Hash128> keys;
    for (std::size_t i = 0; i < query.features.size(); ++i) {
      const Hash128 before = i == 0 ? Hash128{} : keys.back();
      keys.push_back(KeyAfter(before, PassAt(query, i), *query.features[i]));
    }
    std::size_t next = 0;
    DreamState state = network_->world->Start(1);
    for (std::size_t i = keys.size(); i-- > 0 && next == 0;) {
      if (const auto known = Recall(keys[i])) {
        state = *known;
        next = i + 1;
      }
    }
    for (; next < keys.size(); ++next) {
      state = See(state, query, next);
      Remember(keys[next], state);
    }
    return state;
  }

  std::int64_t PassAt(const PriorQuery& query, std::size_t moment) const {
    return moment == 0 ? network_->world->none() : query.state.applied[moment - 1];
  }

  DreamState See(const DreamState& before, const PriorQuery& query, std::size_t moment) const {
    const PolicyConfig& config = network_->config;
    Observation seen{
        .root = query.features.front(),
        .now = query.features[moment],
        .histogram = std::vector<std::uint16_t>(static_cast<std::size_t>(config.actions))};
    for (std::size_t i = 0; i < moment; ++i) ++seen.histogram.at(query.state.applied[i]);
    torch::Tensor row = torch::empty({1, static_cast<std::int64_t>(InputWidth(config))});
    WriteObservationRow(config, seen, {row.data_ptr<float>(), InputWidth(config)});
    return network_->world->Observe(before, torch::full({1}, PassAt(query, moment), torch::kLong),
                                    row, std::nullopt);
  }

  std::optional<DreamState> Recall(const Hash128& key) {
    const MutexLock lock(mutex_);
    const auto found = states_.find(key);
    return found == states_.end() ? std::nullopt : std::optional(found->second);
  }

  void Remember(const Hash128& key, const DreamState& state) {
    const MutexLock lock(mutex_);
    if (states_.size() >= kRemembered) states_.clear();
    states_.emplace(key, state);
  }

  /// Imagines all lists side by side.
  void Rank(std::span<const PassSequence> lists, const DreamState& from,
            Prediction& prediction) const {
    const WorldModel& world = *network_->world;
    const auto rows = static_cast<std::int64_t>(lists.size());
    const std::size_t longest = std::ranges::max(lists, {}, &PassSequence::size).size();
    DreamState state{from.memory.repeat({rows, 1}), from.latent.repeat({rows, 1})};
    std::vector<double> smoothed(lists.size());
    prediction.lists.assign(lists.size(), 0);
    prediction.prefixes.assign(lists.size(), 0);
    for (std::size_t step = 0; step < longest; ++step) {
      torch::Tensor passes = torch::full({rows}, world.none(), torch::kLong);
      for (std::size_t i = 0; i < lists.size(); ++i) {
        if (step < lists[i].size()) passes.data_ptr<std::int64_t>()[i] = lists[i][step];
      }
      state = world.Imagine(state, passes, std::nullopt);
      const torch::Tensor rewards = world.Reward(state.View()).contiguous();
      for (std::size_t i = 0; i < lists.size(); ++i) {
        if (step >= lists[i].size()) continue;
        const auto reward = static_cast<double>(rewards.data_ptr<float>()[i]);
        smoothed[i] += reward;
        const auto sum = static_cast<float>(smoothed[i] + kStillToCome * reward);
        if (step > 0 && sum <= prediction.lists[i]) continue;
        prediction.lists[i] = sum;
        prediction.prefixes[i] = static_cast<std::uint32_t>(step) + 1;
      }
    }
  }

  const std::shared_ptr<const DreamNetwork> network_;
  Mutex mutex_;
  std::unordered_map<Hash128, DreamState> states_ GUARDED_BY(mutex_);
};

}  // namespace

std::unique_ptr<Prior> MakeDreamPrior(std::shared_ptr<const DreamNetwork> network) {
  return std::make_unique<DreamPrior>(std::move(network));
}

}  // namespace autotune
