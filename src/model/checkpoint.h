#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>

#include <ATen/core/ivalue.h>  // which optimizer.h forgets, as Clang notices
#include <torch/optim/optimizer.h>

#include "core/result.h"
#include "model/passformer.h"
#include "model/score.h"

namespace autotune {

/// Where a training or a refinement stands. Random numbers are drawn by epoch and step, so nothing
/// else decides what the next step does.
struct TrainingPosition {
  std::int64_t stage = 0;
  std::int64_t epoch = 0;
  std::int64_t step = 0;  ///< of the epoch, the next one; of all in a refinement
  Score epoch_score;      ///< of the steps that the epoch made so far
  double seconds = 0;     ///< of training in all
  double stage_seconds = 0;
  std::int64_t best_epoch = -1;  ///< of the stage; negative: what it began with
  MeanScore best;                ///< with an infinite loss before there is any
  std::int64_t log_bytes = 0;    ///< of the log at that moment
  // Of a refinement alone, where a judgement is an epoch, and the loss what it is short of 0.
  std::int64_t judged_step = -1;  ///< the last one
  double loss_before = 0;         ///< of the weights it began with

  bool has_best() const { return std::isfinite(best.loss); }
};

/// All that training needs to go on.
struct Checkpoint {
  TrainingPosition& position;
  const Passformer& network;
  const Passformer& best;  ///< network of the best epoch of the stage; the anchor of a refinement
  torch::optim::Optimizer& optimizer;
};

/// Replaces the file in one step. `signature` says what the training is: a line of text.
Status SaveCheckpoint(const std::filesystem::path& file, const std::string& signature,
                      const Checkpoint& checkpoint);

/// Fills what `checkpoint` refers to. A checkpoint with another signature is an error.
Status LoadCheckpoint(const std::filesystem::path& file, const std::string& signature,
                      const Checkpoint& checkpoint);

/// Copies weights into those of another network of the same shape.
void CopyWeights(const Passformer& from, const Passformer& to);

}  // namespace autotune
