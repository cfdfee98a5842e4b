#pragma once

#include <memory>
#include <vector>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/types.h>

#include "model/layers.h"
#include "model/passformer.h"

namespace autotune {

/// Makes of a program the slots that the decoder attends to: one of its features and, from tokens,
/// four of each window. Windows don't see each other: what the decoder needs of the whole, it
/// gathers itself, and cost stays linear.
class ProgramEncoder : public torch::nn::Module {
 public:
  explicit ProgramEncoder(const PassformerConfig& config);

  ProgramReading Read(const ProgramBatch& programs) const;
  Memory Fuse(const ProgramReading& reading) const;
  std::vector<torch::Tensor> MaskedTokenLogits(const torch::Tensor& tokens) const;

 private:
  struct Layer {
    std::shared_ptr<SelfAttention> attention;
    std::shared_ptr<GatedLayer> feed;
  };

  torch::Tensor Contextualize(const torch::Tensor& windows) const;
  torch::Tensor Join(const torch::Tensor& slots, const torch::Tensor& features) const;

  const PassformerConfig config_;
  torch::Tensor nothing_;  ///< [1, 1, width]: the slot of programs that nothing is known of
  std::shared_ptr<Perceptron> features_;
  torch::Tensor field_offsets_;  ///< where the vocabulary of each field begins in `vocabulary_`
  torch::Tensor vocabulary_;     ///< of all fields together: [entries, width]
  std::vector<Layer> layers_;
  torch::Tensor norm_;
  torch::Tensor weight_;  ///< [width]: what the weight of a window adds to its slots
  std::shared_ptr<Perceptron> joint_;
  torch::Tensor masked_;       ///< [entries, width]
  torch::Tensor masked_bias_;  ///< [entries]
};

}  // namespace autotune
