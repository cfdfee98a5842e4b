#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <ATen/core/ivalue.h>  // which linear.h forgets, as Clang notices
#include <torch/nn/modules/linear.h>
#include <torch/types.h>

#include "core/observation.h"
#include "model/graph/graph_attention.h"
#include "model/graph/graph_batch.h"
#include "model/policy/actor_critic.h"

namespace autotune {

/// The network of GATv2 + DD-PPO. A node is the embeddings of its text and its kind, an edge that
/// of its flow and the sines of its position. Two layers of attention follow, the first with two
/// heads of 32 each, with ELU between them, then the mean over all nodes, and two linear heads. It
/// sees the graph of the present state and nothing else.
class GraphNetwork final : public ActorCritic {
 public:
  explicit GraphNetwork(const PolicyConfig& config);

  /// Each state has a graph. One that several states share is read once.
  PolicyOutput Read(std::span<const Observation* const> states) const override;
  /// Returns one row for each graph.
  PolicyOutput Forward(const GraphBatch& batch) const;

  std::int64_t states_at_once() const override { return 16; }

 private:
  torch::Tensor texts_;      ///< float [kNodeTexts, 48]
  torch::Tensor kinds_;      ///< float [kNodeKinds, 16]
  torch::Tensor flows_;      ///< float [kGraphFlows, 16]
  torch::Tensor positions_;  ///< float [kEdgePositions, 16], not trained
  std::shared_ptr<GraphAttention> first_;
  std::shared_ptr<GraphAttention> second_;
  torch::nn::Linear policy_;
  torch::nn::Linear value_;
};

}  // namespace autotune
