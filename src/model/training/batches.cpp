#include "model/training/batches.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <torch/utils.h>

#include "core/random.h"
#include "model/network/features.h"

namespace autotune {

namespace {

const Episode& EpisodeOf(const TrainingSet& set, const Sample& sample) {
  return set.programs[sample.program].episodes[sample.episode];
}

template <typename T>
void Shuffle(std::vector<T>& values, Random& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.Below(i)]);
}

/// Writes one row of a batch.
class RowWriter {
 public:
  RowWriter(EpisodeBatch& batch, const TargetOptions& options)
      : options_(options),
        width_(static_cast<std::size_t>(batch.passes.size(1))),
        actions_(static_cast<std::size_t>(batch.policy.size(2))),
        passes_(batch.passes.data_ptr<std::int64_t>()),
        features_(batch.features.data_ptr<float>()),
        policy_(batch.policy.data_ptr<float>()),
        policy_weight_(batch.policy_weight.data_ptr<float>()),
        value_(batch.value.data_ptr<float>()),
        value_weight_(batch.value_weight.data_ptr<float>()) {}

  void Write(std::size_t row, const Episode& episode, const Sample& sample) {
    for (std::size_t step = 0; step < episode.steps.size(); ++step) {
      const std::size_t cell = row * width_ + step;
      passes_[cell] = static_cast<std::int64_t>(step == 0 ? actions_ : episode.passes[step - 1]);
      const ObservedState state{.root = episode.steps.front().features,
                                .before = episode.steps[step == 0 ? 0 : step - 1].features,
                                .now = episode.steps[step].features,
                                .step = step};
      WriteStateFeatures(state, {features_ + cell * kStateFeatureWidth, kStateFeatureWidth});
      const StepTarget target = TargetAt(episode, step, actions_, options_);
      std::ranges::copy(target.policy, policy_ + cell * actions_);
      policy_weight_[cell] = target.policy.empty() ? 0 : sample.policy_weight;
      value_[cell] = target.value;
      value_weight_[cell] = sample.value_weight;
    }
  }

 private:
  const TargetOptions& options_;
  std::size_t width_;
  std::size_t actions_;
  std::int64_t* passes_;
  float* features_;
  float* policy_;
  float* policy_weight_;
  float* value_;
  float* value_weight_;
};

}  // namespace

EpisodeBatch EpisodeBatch::To(torch::Device device) const {
  return {.programs = programs,
          .passes = passes.to(device),
          .features = features.to(device),
          .policy = policy.to(device),
          .policy_weight = policy_weight.to(device),
          .value = value.to(device),
          .value_weight = value_weight.to(device)};
}

EpisodeBatch MakeEpisodeBatch(const TrainingSet& set, std::span<const Sample> samples,
                              const TargetOptions& options) {
  assert(!samples.empty() && "a batch of nothing");
  std::size_t longest = 0;
  for (const Sample& sample : samples) {
    longest = std::max(longest, EpisodeOf(set, sample).steps.size());
  }
  const auto rows = static_cast<std::int64_t>(samples.size());
  const auto steps = static_cast<std::int64_t>(longest);
  const auto actions = static_cast<std::int64_t>(set.action_count);
  EpisodeBatch batch{
      .programs = {},
      .passes = torch::zeros({rows, steps}, torch::kLong),
      .features = torch::zeros({rows, steps, static_cast<std::int64_t>(kStateFeatureWidth)}),
      .policy = torch::zeros({rows, steps, actions}),
      .policy_weight = torch::zeros({rows, steps}),
      .value = torch::zeros({rows, steps}),
      .value_weight = torch::zeros({rows, steps})};
  RowWriter writer(batch, options);
  for (std::size_t row = 0; row < samples.size(); ++row) {
    batch.programs.push_back(samples[row].program);
    writer.Write(row, EpisodeOf(set, samples[row]), samples[row]);
  }
  return batch;
}

std::vector<std::vector<Sample>> ShuffledBatches(const TrainingSet& set,
                                                 std::span<const Sample> samples, std::size_t size,
                                                 std::uint64_t seed, std::uint64_t epoch) {
  constexpr std::size_t kBatchesSorted = 16;  // enough to find equals, few enough to stay random
  Random random(seed, epoch);
  std::vector<Sample> order(samples.begin(), samples.end());
  Shuffle(order, random);
  std::vector<std::pair<std::size_t, std::size_t>> lengths;  // and position in the order
  for (const Sample& sample : order) {
    lengths.emplace_back(EpisodeOf(set, sample).steps.size(), lengths.size());
  }
  const std::size_t stretch = size * kBatchesSorted;
  for (std::size_t begin = 0; begin < order.size(); begin += stretch) {
    std::ranges::sort(std::span(lengths).subspan(begin, std::min(stretch, order.size() - begin)));
  }
  std::vector<std::vector<Sample>> batches;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i % size == 0) batches.emplace_back();
    batches.back().push_back(order[lengths[i].second]);
  }
  Shuffle(batches, random);
  return batches;
}

}  // namespace autotune
