#pragma once

#include <cstdint>
#include <memory>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/types.h>

#include "model/dream/dream_network.h"
#include "model/dream/world_model.h"

// The actor and the critic of CompilerDream, which learn in imagined episodes by REINFORCE.

namespace autotune {

/// What imagined episodes learn from beside the network.
struct SlowCopies : torch::nn::Module {
  explicit SlowCopies(const DreamNetwork& network);

  const std::shared_ptr<DreamLayers> actor;   ///< the one that acts
  const std::shared_ptr<DreamLayers> critic;  ///< the one that returns are estimated by
  torch::Tensor spread;  ///< float [1]: running mean of the returns' range, 5 to 95 %
};

/// Returns of H steps in N episodes: `rewards` and `discounts` [H, N] are of the states after the
/// steps, `values` [H + 1, N] of all states. R_t = r_t + d_t ((1 - lambda) v_{t+1} + lambda
/// R_{t+1}), and after the last step R is v.
torch::Tensor LambdaReturns(const torch::Tensor& rewards, const torch::Tensor& discounts,
                            const torch::Tensor& values, double lambda);

struct BehaviourLoss {
  torch::Tensor total;    ///< what to minimise, with gradients for actor and critic alone
  torch::Tensor entropy;  ///< mean entropy of the next pass
};

/// Imagines 15 steps from each of some states, all by the actor. `entropy_weight` is the
/// weight of the entropy in the loss. Updates `slow.spread`.
BehaviourLoss ImagineAndJudge(const DreamNetwork& network, const SlowCopies& slow,
                              const DreamState& starts, double entropy_weight,
                              const torch::Generator& generator);

}  // namespace autotune
