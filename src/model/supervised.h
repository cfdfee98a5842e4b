#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <ATen/core/ivalue.h>  // which types.h forgets, as Clang notices
#include <torch/types.h>

#include "core/training_set.h"
#include "model/batches.h"
#include "model/replicas.h"
#include "model/samples.h"
#include "model/stage.h"

namespace autotune {

/// What each target's loss is divided by: what all targets of the step weigh together.
struct LossScale {
  double policy = 1;
  double value = 1;
};

/// The loss of a batch, which is differentiable; its score is added to `score`.
torch::Tensor EpisodeLoss(const DecoderOutput& output, const EpisodeBatch& batch,
                          const LossScale& scale, Score& score);

struct SupervisedOptions {
  std::size_t batch = 64;  ///< episodes in a step
  /// Parts that a step is computed in, on as many threads as there are replicas.
  std::size_t parts = 1;
  bool joint = false;  ///< train the layers over tokens too; else each program is read once
  bool dropout = true;
  std::uint64_t seed = 0;
  BatchOptions targets{};
};

/// Next passes and values. All that is given must outlive the stage.
std::unique_ptr<Stage> MakeSupervised(const SupervisedOptions& options, const TrainingSet& set,
                                      const SampleSplit& split, const Replicas& replicas);

}  // namespace autotune
