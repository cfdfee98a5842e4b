#pragma once

#include <cstdint>

#include <ATen/core/ivalue.h>  // which adamw.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/optim/adamw.h>

namespace autotune {

struct OptimizationOptions {
  double learning_rate = 1e-3;  ///< rate at its height
  std::uint64_t warm_up = 50;   ///< number of steps
  double weight_decay = 0.01;   ///< decay of matrices; norms and biases do not decay
};

torch::optim::AdamW MakeOptimizer(const torch::nn::Module& network,
                                  const OptimizationOptions& options);

/// Returns a rate that rises over the warm-up, then falls along a cosine. `done` is the share of
/// the training that is over, in [0, 1].
double LearningRate(const OptimizationOptions& options, std::uint64_t step, double done);

/// Makes one step from the gradients, with their norm clipped, and clears them.
void ApplyGradients(torch::optim::AdamW& optimizer, const torch::nn::Module& network, double rate);

/// Removes all gradients. A gradient of 0 would still let weights decay.
void DropGradients(const torch::nn::Module& network);

}  // namespace autotune
