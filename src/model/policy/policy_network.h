#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ATen/core/ivalue.h>  // which linear.h forgets, as Clang notices
#include <torch/nn/modules/linear.h>
#include <torch/types.h>

#include "core/action_space.h"
#include "core/prior.h"
#include "core/result.h"
#include "model/model.h"
#include "model/policy/actor_critic.h"
#include "model/policy/policy.h"

namespace autotune {

/// Layers of tanh and two heads, of small initial weights, as in PPO + Guided Search.
class PolicyNetwork final : public ActorCritic {
 public:
  explicit PolicyNetwork(const PolicyConfig& config);

  /// `inputs` is float [B, InputWidth(config)].
  PolicyOutput Forward(const torch::Tensor& inputs) const;
  PolicyOutput Read(std::span<const Observation* const> states) const override;

 private:
  std::vector<torch::nn::Linear> layers_;
  torch::nn::Linear policy_;
  torch::nn::Linear value_;
};

/// Returns the rows of some observations: float [B, InputWidth(config)].
torch::Tensor InputsOf(const PolicyConfig& config, std::span<const Observation* const> states);

/// Returns true for passes that are not to be chosen: bool [B, actions].
torch::Tensor BarsOf(const PolicyConfig& config, std::span<const Observation* const> states);

/// Returns the network's answers. No gradient is kept.
std::vector<PolicyAnswer> Answer(const ActorCritic& network,
                                 std::span<const Observation* const> states);

/// Sets small initial weights of the two heads: all actions alike, nothing expected.
void InitializeHeads(const torch::nn::Linear& policy, const torch::nn::Linear& value);

/// Writes `network`, of the shape `config`, as `SaveWeights` does.
Status SavePolicy(const std::filesystem::path& path, const PolicyConfig& config,
                  const torch::nn::Module& network, const Hash128& actions,
                  const std::map<std::string, std::string>& card);

/// Returns true if the file holds a policy. Errors: it holds no weights.
Result<bool> HoldsPolicy(const std::filesystem::path& path);

/// The inverse of `SavePolicy`. Weights for other actions or observations are an error.
Result<std::unique_ptr<Model>> LoadPolicy(const std::filesystem::path& path,
                                          const ActionSpace& actions);

}  // namespace autotune
