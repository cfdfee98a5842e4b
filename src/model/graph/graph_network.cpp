#include "model/graph/graph_network.h"

#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

#include <torch/utils.h>

#include "model/policy/policy_network.h"

namespace autotune {

namespace {

constexpr std::int64_t kTextWidth = 48;
constexpr std::int64_t kKindWidth = 16;
constexpr std::int64_t kFlowWidth = 16;
constexpr std::int64_t kPositionWidth = 16;
constexpr std::int64_t kHeads = 2;
constexpr std::int64_t kHeadWidth = 32;
constexpr double kLongestWave = 10'000;

/// Returns sines and cosines of the positions, as in "Attention Is All You Need", section 3.5.
torch::Tensor Waves() {
  const torch::Tensor position = torch::arange(kEdgePositions, torch::kFloat).unsqueeze(-1);
  const torch::Tensor step = torch::arange(kPositionWidth / 2, torch::kFloat) * 2 / kPositionWidth;
  const torch::Tensor angle = position * torch::exp(step * -std::log(kLongestWave));
  return torch::cat({angle.sin(), angle.cos()}, -1);
}

}  // namespace

GraphNetwork::GraphNetwork(const PolicyConfig& config)
    : ActorCritic(config),
      positions_(Waves()),
      first_(std::make_shared<GraphAttention>(kTextWidth + kKindWidth, kFlowWidth + kPositionWidth,
                                              kHeads, kHeadWidth)),
      second_(std::make_shared<GraphAttention>(kHeads * kHeadWidth, kFlowWidth + kPositionWidth, 1,
                                               config.width)),
      policy_(config.width, config.outputs),
      value_(config.width, 1) {
  const auto embedding = [this](const char* name, std::int64_t count, std::int64_t width) {
    return register_parameter(name, torch::randn({count, width}));
  };
  texts_ = embedding("texts", kNodeTexts, kTextWidth);
  kinds_ = embedding("kinds", static_cast<std::int64_t>(kNodeKinds), kKindWidth);
  flows_ = embedding("flows", kGraphFlows, kFlowWidth);
  register_module("first", first_);
  register_module("second", second_);
  register_module("policy", policy_);
  register_module("value", value_);
  InitializeHeads(policy_, value_);
}

PolicyOutput GraphNetwork::Forward(const GraphBatch& batch) const {
  const torch::Tensor labels = torch::cat(
      {flows_.repeat_interleave(kEdgePositions, 0), positions_.repeat({kGraphFlows, 1})}, -1);
  torch::Tensor nodes =
      torch::cat({texts_.index_select(0, batch.texts), kinds_.index_select(0, batch.kinds)}, -1);
  nodes = torch::elu(first_->Forward(nodes, labels, batch));
  nodes = second_->Forward(nodes, labels, batch);
  const torch::Tensor sums = torch::zeros({batch.sizes.size(0), nodes.size(1)});
  const torch::Tensor means = sums.index_add(0, batch.graphs, nodes) / batch.sizes;
  return {torch::linear(means, policy_->weight, policy_->bias),
          torch::linear(means, value_->weight, value_->bias).squeeze(-1)};
}

PolicyOutput GraphNetwork::Read(std::span<const Observation* const> states) const {
  std::vector<const ProgramGraph*> graphs;
  std::vector<std::int64_t> rows;
  std::map<const ProgramGraph*, std::int64_t> known;
  for (const Observation* state : states) {
    const auto [row, is_new] =
        known.try_emplace(state->graph.get(), static_cast<std::int64_t>(graphs.size()));
    if (is_new) graphs.push_back(state->graph.get());
    rows.push_back(row->second);
  }
  const PolicyOutput output = Forward(Join(graphs));
  const torch::Tensor of = torch::tensor(rows);
  return {output.logits.index_select(0, of), output.value.index_select(0, of)};
}

}  // namespace autotune
