#pragma once

#include <cstdint>
#include <span>

#include <torch/types.h>

#include "core/program_graph.h"

namespace autotune {

/// Number of positions of edges that are told apart: the last one stands for all that are higher.
inline constexpr std::int64_t kEdgePositions = 32;
/// Each node has an edge from itself. These edges have the flow after those of `EdgeFlow`.
inline constexpr std::int64_t kGraphFlows = static_cast<std::int64_t>(kEdgeFlows) + 1;
/// A label is a flow times `kEdgePositions`, plus a position.
inline constexpr std::int64_t kEdgeLabels = kGraphFlows * kEdgePositions;

/// Several graphs as one that has no edge between them. Nodes are numbered through.
struct GraphBatch {
  torch::Tensor texts;   ///< int64 [N]
  torch::Tensor kinds;   ///< int64 [N]
  torch::Tensor graphs;  ///< int64 [N]: number of the node's graph, rising
  torch::Tensor sizes;   ///< float [G, 1]: nodes of each graph
  // Edges, sorted by the node that they lead to.
  torch::Tensor begins;  ///< int64 [N + 1]: first edge to each node; the last is E
  torch::Tensor from;    ///< int64 [E]
  torch::Tensor labels;  ///< int64 [E]
};

GraphBatch Join(std::span<const ProgramGraph* const> graphs);

}  // namespace autotune
