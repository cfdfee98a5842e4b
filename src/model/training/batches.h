#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <ATen/core/ivalue.h>  // which types.h forgets, as Clang notices
#include <torch/types.h>

#include "core/training_set.h"
#include "model/training/samples.h"

namespace autotune {

/// B episodes of at most N states, padded at the end. Targets of padding have weight 0.
struct EpisodeBatch {
  std::vector<std::size_t> programs;  ///< index in the training set, for each row
  torch::Tensor passes;               ///< int64 [B, N]: pass that led to each state
  torch::Tensor features;             ///< float [B, N, kStateFeatureWidth]
  torch::Tensor policy;               ///< float [B, N, actions]: distributions, or 0
  torch::Tensor policy_weight;        ///< float [B, N]
  torch::Tensor value;                ///< float [B, N]
  torch::Tensor value_weight;         ///< float [B, N]

  EpisodeBatch To(torch::Device device) const;
};

EpisodeBatch MakeEpisodeBatch(const TrainingSet& set, std::span<const Sample> samples,
                              const TargetOptions& options);

/// Returns the samples in the order of one epoch, cut into batches of `size`, all but one of them
/// full. Episodes of similar length share a batch, so there is little padding. The result depends
/// only on seed and epoch.
std::vector<std::vector<Sample>> ShuffledBatches(const TrainingSet& set,
                                                 std::span<const Sample> samples, std::size_t size,
                                                 std::uint64_t seed, std::uint64_t epoch);

}  // namespace autotune
