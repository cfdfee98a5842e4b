#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/training_set.h"
#include "model/replicas.h"
#include "model/samples.h"
#include "model/stage.h"

namespace autotune {

struct PretrainingOptions {
  std::size_t batch = 32;  ///< windows in a step
  std::size_t parts = 1;   ///< that a step is computed in
  double hidden = 0.3;     ///< share of the tokens
  std::uint64_t seed = 0;
};

/// Masked-language modelling: tokens are hidden, the encoder says what they were. An epoch is as
/// many windows as there are programs; a program is drawn as often whatever its size. The policy of
/// its score is the mean over the fields, its accuracy that of the opcode.
std::unique_ptr<Stage> MakePretraining(const PretrainingOptions& options, const TrainingSet& set,
                                       const SampleSplit& split, const Replicas& replicas);

}  // namespace autotune
