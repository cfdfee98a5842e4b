#include "model/dream/dream_network.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include <c10/core/InferenceMode.h>
#include <torch/utils.h>

#include "model/dream/two_hot.h"
#include "model/policy/observation_rows.h"

namespace autotune {

namespace {

std::int64_t Sum(const std::vector<std::uint16_t>& histogram) {
  return std::accumulate(histogram.begin(), histogram.end(), std::int64_t{0});
}

/// Returns the pass that was used between two observations.
std::int64_t PassBetween(const std::vector<std::uint16_t>& before,
                         const std::vector<std::uint16_t>& now) {
  const auto differs = std::ranges::mismatch(before, now);
  assert(differs.in1 != before.end() && "each observation is asked about once");
  return differs.in1 - before.begin();
}

std::shared_ptr<DreamLayers> MakeHead(const PolicyConfig& config, const WorldModel& world,
                                      std::int64_t outputs) {
  return std::make_shared<DreamLayers>(
      DreamLayers::Shape{world.view_width(), config.width, config.layers, outputs}, 0);
}

}  // namespace

DreamNetwork::DreamNetwork(const PolicyConfig& shape)
    : config(shape),
      world(register_module("world", std::make_shared<WorldModel>(shape))),
      actor(register_module("actor", MakeHead(shape, *world, shape.actions))),
      critic(register_module("critic", MakeHead(shape, *world, kTwoHotBins))) {}

std::int64_t DreamParameters(const PolicyConfig& config) {
  const std::int64_t latent = config.latents * config.classes;
  const auto inputs = static_cast<std::int64_t>(InputWidth(config));
  const auto layers = [&](std::int64_t in, std::int64_t width, std::int64_t count,
                          std::int64_t out) {
    const std::int64_t last = count > 0 ? width : in;
    const std::int64_t hidden = count > 0 ? in * width + (count - 1) * width * width : 0;
    return hidden + 2 * width * count + last * out + out;
  };
  const std::int64_t memory = config.memory;
  const auto head = [&](std::int64_t out) {
    return layers(memory + latent, config.width, config.layers, out);
  };
  return memory * (latent + config.actions + 3) + 3 * memory * (2 * memory + 2) +
         layers(memory, memory, 1, latent) + layers(memory + config.width, memory, 1, latent) +
         layers(inputs, config.width, config.layers, config.width) + head(inputs) +
         2 * head(kTwoHotBins) + head(1) + head(config.actions);
}

std::vector<PolicyAnswer> DreamPolicy::Answer(std::span<const Observation* const> states) {
  const c10::InferenceMode inference;
  const auto width = static_cast<std::int64_t>(InputWidth(config_));
  const auto count = static_cast<std::int64_t>(states.size());
  torch::Tensor rows = torch::empty({count, width});
  torch::Tensor passes = torch::empty({count}, torch::kLong);
  std::vector<torch::Tensor> memories;
  std::vector<torch::Tensor> latents;
  for (std::int64_t i = 0; i < count; ++i) {
    const Observation& seen = *states[static_cast<std::size_t>(i)];
    WriteObservationRow(config_, seen,
                        {rows.data_ptr<float>() + i * width, static_cast<std::size_t>(width)});
    Track& track = tracks_[&seen];
    const bool begins = Sum(seen.histogram) == 0;
    if (begins) track.state = world_.Start(1);
    passes.data_ptr<std::int64_t>()[i] =
        begins ? world_.none() : PassBetween(track.histogram, seen.histogram);
    track.histogram = seen.histogram;
    memories.push_back(track.state.memory);
    latents.push_back(track.state.latent);
  }
  const DreamState now =
      world_.Observe({torch::cat(memories), torch::cat(latents)}, passes, rows, std::nullopt);
  const torch::Tensor logits = actor_.Forward(now.View()).contiguous();
  const std::int64_t actions = logits.size(1);
  std::vector<PolicyAnswer> answers;
  for (std::int64_t i = 0; i < count; ++i) {
    tracks_[states[static_cast<std::size_t>(i)]].state = {now.memory.narrow(0, i, 1),
                                                          now.latent.narrow(0, i, 1)};
    const float* const row = logits.data_ptr<float>() + i * actions;
    answers.push_back({{row, row + actions}, 0});
  }
  return answers;
}

}  // namespace autotune
