#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/types.h>

#include "core/observation.h"
#include "model/policy_config.h"

namespace autotune {

struct PolicyOutput {
  torch::Tensor logits;  ///< float [B, outputs]
  torch::Tensor value;   ///< float [B]
};

/// A network that says of states which passes are promising and which rewards are to be expected.
class ActorCritic : public torch::nn::Module {
 public:
  explicit ActorCritic(const PolicyConfig& config) : config_(config) {}

  const PolicyConfig& config() const { return config_; }

  /// Returns one row for each state, in order.
  virtual PolicyOutput Read(std::span<const Observation* const> states) const = 0;

  /// Number of states that it reads at once in a training, to limit memory.
  virtual std::int64_t states_at_once() const { return std::int64_t{1} << 32; }

 private:
  const PolicyConfig config_;
};

/// Makes the network of the config's algorithm, with random weights.
std::shared_ptr<ActorCritic> MakeActorCritic(const PolicyConfig& config);

}  // namespace autotune
