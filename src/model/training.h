#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/budget.h"
#include "core/result.h"
#include "core/training_set.h"
#include "model/model.h"
#include "model/samples.h"
#include "model/score.h"

// Training: from a set to a file of weights. No torch here.

namespace autotune {

enum class TrainingDevice { kAuto, kCpu, kCuda };

struct TrainOptions {
  std::filesystem::path output;  ///< weights; written at each improvement
  /// Weights to begin with, which are not pre-trained again; empty: random ones of `model`.
  std::filesystem::path start;
  bool resume = false;     ///< from the checkpoint beside `output`, which must be there
  PassformerConfig model;  ///< its number of actions is that of the set

  std::uint64_t pretraining_epochs = 20;  ///< over the windows, one a program
  std::uint64_t epochs = 40;              ///< over the episodes
  std::uint64_t patience = 6;  ///< epochs without a better validation loss; 0: no matter how many
  std::uint64_t batch = 64;    ///< episodes in a step
  std::uint64_t accumulation = 1;  ///< parts of a step, one after another: for want of memory
  double learning_rate = 1e-3;     ///< at its height
  std::uint64_t warm_up = 50;      ///< steps
  double weight_decay = 0.01;
  bool joint = false;  ///< train the layers over tokens with the decoder
  SampleOptions samples;
  TargetOptions targets;

  std::uint64_t seed = 0;
  std::uint64_t threads = 1;
  TrainingDevice device = TrainingDevice::kAuto;
  std::map<std::string, std::string> card;  ///< what is known of the data
};

/// Where a training stands after a step.
struct TrainProgress {
  std::string_view stage;   ///< `tokens` or `passes`
  std::uint64_t epoch = 0;  ///< from 0
  std::uint64_t epochs = 0;
  std::uint64_t step = 0;  ///< of the epoch, that was made
  std::uint64_t steps = 0;
  double seconds = 0;       ///< of training, those before a resumption included
  double seconds_left = 0;  ///< of the stage, at most
  MeanScore training;       ///< over the epoch so far
  bool epoch_ended = false;
  bool improved = false;   ///< the epoch is the best so far
  bool validated = false;  ///< whether anything is held out
  MeanScore validation;    ///< once it ended; else that of training
};

using OnTrainProgress = std::function<void(const TrainProgress&)>;

struct TrainOutcome {
  bool stopped = false;  ///< by the budget's cancellation, before the end
  MeanScore best;        ///< on the validation samples, or the training ones where there are none
  std::uint64_t best_epoch = 0;  ///< from 1; 0: none was better than the weights it began with
  double seconds = 0;
  std::size_t training_programs = 0;
  std::size_t validation_programs = 0;
};

/// Trains until all epochs are made, no epoch helps any more or `budget` is interrupted, and leaves
/// the best weights in `options.output`, those of `options.start` too where others are held out to
/// compare them on. Where the budget has a deadline, pre-training gets the
/// first quarter of the time, and the learning rate falls with the time. Beside the weights lie a
/// checkpoint (`.checkpoint`, once a minute and whenever it stops), without which nobody may begin
/// there anew, and a log (`.csv`).
Result<TrainOutcome> Train(const TrainOptions& options, const TrainingSet& set,
                           const Budget& budget, const OnTrainProgress& on_progress);

}  // namespace autotune
