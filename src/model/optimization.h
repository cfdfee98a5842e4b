#pragma once

#include <cstdint>

#include <ATen/core/ivalue.h>  // which adamw.h forgets, as Clang notices
#include <torch/optim/adamw.h>

#include "model/passformer.h"

namespace autotune {

struct OptimizationOptions {
  double learning_rate = 1e-3;  ///< at its height
  std::uint64_t warm_up = 50;   ///< steps
  double weight_decay = 0.01;   ///< of matrices; norms and biases are not pulled to 0
};

torch::optim::AdamW MakeOptimizer(const Passformer& network, const OptimizationOptions& options);

/// Rises over the warm-up, then falls along a cosine; `done` is the share of the training that is
/// over, in [0, 1].
double LearningRate(const OptimizationOptions& options, std::uint64_t step, double done);

/// Makes one step from the gradients, whose norm is bounded, and clears them.
void ApplyGradients(torch::optim::AdamW& optimizer, const Passformer& network, double rate);

/// Leaves no gradient at all, as opposed to one of 0, which would let weights decay.
void DropGradients(const Passformer& network);

}  // namespace autotune
