#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "core/budget.h"
#include "core/result.h"
#include "core/training_set.h"
#include "model/files/score.h"
#include "model/model.h"
#include "model/training/samples.h"

// Training: from a set to a file of weights. No torch here.

namespace autotune {

enum class TrainingDevice { kAuto, kCpu, kCuda };

struct TrainOptions {
  std::filesystem::path output;  ///< file for weights; written at each improvement
  std::filesystem::path start;   ///< weights to begin with; empty: random weights of `model`
  bool resume = false;     ///< continue from the checkpoint beside `output`, which must be there
  PassformerConfig model;  ///< shape; its number of actions is that of the set

  std::uint64_t epochs = 40;       ///< epochs over the episodes
  std::uint64_t patience = 6;      ///< epochs without a better validation loss; 0: no limit
  std::uint64_t batch = 64;        ///< episodes in a step
  std::uint64_t accumulation = 1;  ///< sequential parts of a step, to save memory
  double learning_rate = 1e-3;     ///< rate at its height
  std::uint64_t warm_up = 50;      ///< number of steps
  double weight_decay = 0.01;
  SampleOptions samples;
  TargetOptions targets;

  std::uint64_t seed = 0;
  std::uint64_t threads = 1;
  TrainingDevice device = TrainingDevice::kAuto;
  std::map<std::string, std::string> card;  ///< facts about the data
};

/// The progress of a training after a step.
struct TrainProgress {
  std::uint64_t epoch = 0;  ///< from 0
  std::uint64_t epochs = 0;
  std::uint64_t step = 0;  ///< step of the epoch that was made
  std::uint64_t steps = 0;
  double seconds = 0;       ///< seconds of training, including those before a resumption
  double seconds_left = 0;  ///< seconds left, at most
  MeanScore training;       ///< mean over the epoch so far
  bool epoch_ended = false;
  bool improved = false;   ///< true if the epoch is the best so far
  bool validated = false;  ///< true if anything is held out
  MeanScore validation;  ///< set once the epoch has ended; that of training if nothing is held out
};

using OnTrainProgress = std::function<void(const TrainProgress&)>;

struct TrainOutcome {
  bool stopped = false;  ///< true if the budget's cancellation ended it early
  MeanScore best;        ///< on the validation samples; on the training samples if there are none
  std::uint64_t best_epoch = 0;  ///< from 1; 0: none was better than the initial weights
  double seconds = 0;
  std::size_t training_programs = 0;
  std::size_t validation_programs = 0;
};

/// Trains until all epochs are made, no epoch helps any more or `budget` is interrupted. Leaves the
/// best weights in `options.output`. These may be those of `options.start`, if there are held-out
/// programs to compare on. If the budget has a deadline, the learning rate falls with the time.
///
/// Beside the weights lie a log (`.csv`) and a checkpoint (`.checkpoint`), written once a minute
/// and whenever training stops. As long as it is there, training there can only be resumed, not
/// begun anew.
Result<TrainOutcome> Train(const TrainOptions& options, const TrainingSet& set,
                           const Budget& budget, const OnTrainProgress& on_progress);

}  // namespace autotune
