#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/types.h>

#include "model/network/layers.h"
#include "model/network/passformer.h"

namespace autotune {

/// Attention to a program, with its norm and projections.
struct CrossAttention : torch::nn::Module {
  CrossAttention(std::int64_t width, double gain);

  torch::Tensor Forward(const torch::Tensor& rows, const Memory& memory, std::int64_t heads) const;

  torch::Tensor norm;       ///< [width]
  torch::Tensor query;      ///< [width, width]
  torch::Tensor key_value;  ///< [2 * width, width]
  torch::Tensor out;        ///< [width, width]
};

/// Reads the passes and the states they led to, and predicts the next pass. The input of a position
/// is the pass and the features of the state. `IncrementalDecoder` computes the same one position
/// at a time.
class PassDecoder : public torch::nn::Module {
 public:
  struct Layer {
    std::shared_ptr<SelfAttention> self;
    std::shared_ptr<CrossAttention> cross;
    std::shared_ptr<GatedLayer> feed;
  };

  explicit PassDecoder(const PassformerConfig& config);

  DecoderOutput Forward(const Memory& memory, const torch::Tensor& passes,
                        const torch::Tensor& features) const;

  /// Returns the input of positions: float [..., width].
  torch::Tensor Embed(const torch::Tensor& passes, const torch::Tensor& features) const;
  const std::vector<Layer>& layers() const { return layers_; }
  /// Returns the output of positions, from the rows of the last layer.
  DecoderOutput Decide(const torch::Tensor& rows) const;

 private:
  const PassformerConfig config_;
  torch::Tensor passes_;  ///< [actions + 1, width]
  std::shared_ptr<Perceptron> features_;
  std::vector<Layer> layers_;
  torch::Tensor norm_;         ///< [width]
  torch::Tensor policy_;       ///< [actions, width]
  torch::Tensor policy_bias_;  ///< [actions]
  torch::Tensor value_;        ///< [1, width]
  torch::Tensor value_bias_;   ///< [1]
};

}  // namespace autotune
