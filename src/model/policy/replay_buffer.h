#pragma once

#include <cstdint>
#include <vector>

#include <torch/types.h>

#include "model/policy/policy.h"

namespace autotune {

/// Some remembered steps, and the states that they led to.
struct ReplayedSteps {
  torch::Tensor inputs;   ///< float [B, InputWidth]
  torch::Tensor actions;  ///< int64 [B]
  torch::Tensor rewards;  ///< float [B]
  torch::Tensor goes_on;  ///< float [B]: 0 if the episode ended with the step, else 1
  torch::Tensor next;     ///< float [B, InputWidth]: any state if the episode ended
  torch::Tensor barred;   ///< bool [B, actions]: passes not to be chosen in `next`
};

/// The last steps that were played, in order. States are kept in half precision.
class ReplayBuffer {
 public:
  /// Keeps at most `capacity` steps.
  ReplayBuffer(const PolicyConfig& config, std::int64_t capacity);

  std::int64_t size() const { return actions_.size(0); }

  /// Adds all steps of some episodes. Their rewards are the logarithmic gains.
  void Add(const std::vector<PlayedEpisode>& episodes);

  /// Returns steps by index, int64 [B], the oldest being 0.
  ReplayedSteps At(const torch::Tensor& steps) const;

  /// Returns everything there is, for checkpoints.
  std::vector<torch::Tensor*> tensors();

 private:
  const PolicyConfig config_;
  const std::int64_t capacity_;
  torch::Tensor inputs_;   ///< half [N, InputWidth]
  torch::Tensor barred_;   ///< bool [N, actions]
  torch::Tensor actions_;  ///< int64 [N]
  torch::Tensor rewards_;  ///< float [N]
  torch::Tensor goes_on_;  ///< float [N]
};

}  // namespace autotune
