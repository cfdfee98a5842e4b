#pragma once

#include <cstdint>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/nn/modules/linear.h>
#include <torch/types.h>

#include "model/graph/graph_batch.h"

namespace autotune {

/// A layer of GATv2 (Brody et al., arXiv 2105.14491, equation 7) with edge features. For each head,
/// the score of an edge from j to i is a . LeakyReLU(W x_j + V x_i + U e). A node becomes the sum
/// of W x_j over the edges to it, weighted by the softmax of their scores.
///
/// The sums over edges are made in one pass without tensors of the size of all edges, which makes
/// it about four times as fast as torch's operations one by one.
class GraphAttention : public torch::nn::Module {
 public:
  /// `width` is that of one head: a multiple of 4.
  GraphAttention(std::int64_t inputs, std::int64_t edge_inputs, std::int64_t heads,
                 std::int64_t width);

  /// `nodes` is float [N, inputs], `labels` are the features of edges by label: float
  /// [kEdgeLabels, edge_inputs]. Returns float [N, heads * width].
  torch::Tensor Forward(const torch::Tensor& nodes, const torch::Tensor& labels,
                        const GraphBatch& batch) const;

 private:
  torch::nn::Linear source_;
  torch::nn::Linear target_;
  torch::nn::Linear edge_;
  torch::Tensor attention_;  ///< float [heads, width]
};

}  // namespace autotune
