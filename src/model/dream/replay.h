#pragma once

#include <cstdint>

#include <ATen/core/ivalue.h>  // which module.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/types.h>

#include "core/random.h"
#include "model/dream/world_model.h"
#include "model/policy/policy.h"
#include "model/policy_config.h"

namespace autotune {

/// The last episodes played. A module, so that they are part of a checkpoint.
class DreamReplay : public torch::nn::Module {
 public:
  /// Holds `capacity` > 0 episodes.
  DreamReplay(const PolicyConfig& config, std::int64_t capacity);

  /// Returns the number of episodes held.
  std::int64_t size() const;

  /// Adds an episode, in place of the oldest if there is no room. Its rewards are smoothed. Returns
  /// false, and adds nothing, if it has no step, a reward above 3 or a sum of rewards above 5, in
  /// either direction.
  bool Add(const PlayedEpisode& episode);

  /// Draws episodes evenly. There must be some.
  DreamBatch Sample(std::int64_t count, Random& random) const;

 private:
  const PolicyConfig config_;
  torch::Tensor shares_;   ///< half [capacity, length + 1, kAutophaseSize]: what was observed
  torch::Tensor passes_;   ///< int16 [capacity, length]
  torch::Tensor rewards_;  ///< float [capacity, length]: smoothed
  torch::Tensor lengths_;  ///< int64 [capacity]
  torch::Tensor added_;    ///< int64 [1]: episodes added in all
};

}  // namespace autotune
