#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <ATen/core/ivalue.h>  // which types.h forgets, as Clang notices
#include <torch/types.h>

#include "core/training_set.h"
#include "model/training/batches.h"
#include "model/training/replicas.h"
#include "model/training/samples.h"
#include "model/training/stage.h"

namespace autotune {

/// Divisors of each target's loss: the total weights of all targets of the step.
struct LossScale {
  double policy = 1;
  double value = 1;
};

/// Returns the differentiable loss of a batch, and adds its score to `score`.
torch::Tensor EpisodeLoss(const DecoderOutput& output, const EpisodeBatch& batch,
                          const LossScale& scale, Score& score);

struct SupervisedOptions {
  std::size_t batch = 64;  ///< episodes in a step
  /// Number of parts that a step is computed in, on as many threads as there are replicas.
  std::size_t parts = 1;
  bool dropout = true;
  std::uint64_t seed = 0;
  TargetOptions targets{};
};

/// Trains next passes and values. All arguments must outlive the stage.
std::unique_ptr<Stage> MakeSupervised(const SupervisedOptions& options, const TrainingSet& set,
                                      const SampleSplit& split, const Replicas& replicas);

}  // namespace autotune
