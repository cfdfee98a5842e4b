#pragma once

#include <memory>
#include <vector>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/types.h>

#include "model/network/layers.h"
#include "model/network/passformer.h"

namespace autotune {

/// Turns a program into the slots that the decoder attends to. One slot holds its features, and
/// each window of tokens adds four. Windows don't see each other, so the cost is linear. The
/// decoder combines them itself.
class ProgramEncoder : public torch::nn::Module {
 public:
  explicit ProgramEncoder(const PassformerConfig& config);

  ProgramReading Read(const ProgramBatch& programs) const;
  Memory Fuse(const ProgramReading& reading) const;

 private:
  struct Layer {
    std::shared_ptr<SelfAttention> attention;
    std::shared_ptr<GatedLayer> feed;
  };

  torch::Tensor Contextualize(const torch::Tensor& windows) const;

  const PassformerConfig config_;
  std::shared_ptr<Perceptron> features_;
  torch::Tensor field_offsets_;  ///< beginning of each field's vocabulary in `vocabulary_`
  torch::Tensor vocabulary_;     ///< [entries, width]: vocabulary of all fields together
  std::vector<Layer> layers_;
  torch::Tensor norm_;
  torch::Tensor weight_;  ///< [width]: added to a window's slots, times its weight
};

}  // namespace autotune
