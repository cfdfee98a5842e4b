#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/training_set.h"
#include "model/training/replicas.h"
#include "model/training/samples.h"
#include "model/training/stage.h"

namespace autotune {

struct PretrainingOptions {
  std::size_t batch = 32;  ///< windows in a step
  std::size_t parts = 1;   ///< number of parts that a step is computed in
  double hidden = 0.3;     ///< share of tokens that are hidden
  std::uint64_t seed = 0;
};

/// Masked-language modelling: the encoder predicts hidden tokens. An epoch has as many windows as
/// there are programs; programs are drawn equally often, whatever their size. In the score, the
/// policy is the mean over the fields, the accuracy is that of the opcode.
std::unique_ptr<Stage> MakePretraining(const PretrainingOptions& options, const TrainingSet& set,
                                       const SampleSplit& split, const Replicas& replicas);

}  // namespace autotune
