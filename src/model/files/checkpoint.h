#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <ATen/core/ivalue.h>  // which optimizer.h forgets, as Clang notices
#include <torch/nn/module.h>
#include <torch/optim/optimizer.h>
#include <torch/types.h>

#include "core/result.h"
#include "model/files/score.h"

namespace autotune {

/// The position of a training. Random numbers are drawn by epoch and step, so the position decides
/// all further steps.
struct TrainingPosition {
  std::int64_t epoch = 0;
  std::int64_t step = 0;  ///< next step of the epoch; of a judged training, steps made in all
  Score epoch_score;      ///< score of the steps that the epoch made so far
  double seconds = 0;     ///< seconds of training in all
  std::int64_t best_epoch = -1;  ///< best epoch; negative: initial weights
  MeanScore best;                ///< infinite loss until there is a best
  std::int64_t log_bytes = 0;    ///< size of the log at that moment, in bytes
  // For a judged training only. There an epoch is a judgement, and the loss is the judgement with
  // its sign changed.
  std::int64_t judged_step = -1;  ///< last judged step; -1: none
  double loss_before = 0;         ///< loss of the weights it began with

  bool has_best() const { return std::isfinite(best.loss); }
};

/// Everything that training needs to go on.
struct Checkpoint {
  TrainingPosition& position;
  const torch::nn::Module& network;
  const torch::nn::Module& best;  ///< network of the best epoch; a policy's that follows slowly
  torch::optim::Optimizer& optimizer;
  /// What else the training keeps; loading replaces the tensors, of whatever size.
  std::vector<torch::Tensor*> kept{};
};

/// Replaces the file in one step. `signature` is a line of text that identifies the training.
Status SaveCheckpoint(const std::filesystem::path& file, const std::string& signature,
                      const Checkpoint& checkpoint);

/// Fills the objects that `checkpoint` refers to. A checkpoint with another signature is an error.
Status LoadCheckpoint(const std::filesystem::path& file, const std::string& signature,
                      const Checkpoint& checkpoint);

/// Copies the weights of a network into those of another of the same shape.
void CopyWeights(const torch::nn::Module& from, const torch::nn::Module& to);

/// Moves the weights of a network by `share` of the way to those of another of the same shape.
void MoveTowards(const torch::nn::Module& moved, const torch::nn::Module& other, double share);

}  // namespace autotune
