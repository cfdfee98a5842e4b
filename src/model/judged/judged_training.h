#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "core/budget.h"
#include "core/result.h"
#include "model/files/checkpoint.h"
#include "model/files/score.h"
#include "model/judged/judged_progress.h"

// The loop of a training that is judged by a measurement at intervals, and that can be stopped and
// resumed at any time.

namespace autotune {

/// The part of such a training that differs from one kind to another.
class JudgedTask {
 public:
  virtual ~JudgedTask() = default;
  /// Makes a step. Its work depends only on `number` and on the network after earlier steps.
  /// Errors: `kCancelled` if the budget ended; the network is then as before.
  virtual Result<PolicyGradientScore> Step(std::uint64_t number) = 0;
  /// Returns the worth of the network on programs; the higher, the better.
  virtual Result<double> Judge() = 0;
  /// Writes the network, which is the best so far, after `steps` steps.
  virtual Status Keep(std::uint64_t steps) = 0;
  /// Returns the state to continue from, beside `position`; it may also be read into.
  virtual Checkpoint Standing(TrainingPosition& position) = 0;
};

struct JudgedOptions {
  std::filesystem::path output;  ///< file for the best weights so far
  std::uint64_t interval = 10;   ///< steps between judgements
  std::uint64_t steps = 0;       ///< steps to make in all; 0: until the budget ends
  bool resume = false;           ///< continue the last training of `output`
  std::string signature;         ///< everything that must not change when it is resumed
  /// Called before each step, if not empty. An error ends the training.
  std::function<Status()> before_step{};
};

/// Returns the file of the checkpoint of a training that writes `output`.
std::filesystem::path CheckpointFile(const std::filesystem::path& output);

/// Trains until `budget` ends. A resumed training gives the same result as one without the stop.
///
/// From the first judgement on, the best weights are in `options.output`. Beside them lie a log
/// (`.csv`: `seconds,step,split,reward,entropy,divergence`) and, from the first judgement on, a
/// checkpoint (`.checkpoint`). It is written each minute, and at a judgement if it is older than
/// five seconds, so a training that is killed or fails loses no more than that. The outcome leaves
/// the numbers of programs to the caller.
///
/// Errors: files that can't be written. A checkpoint that is missing, not asked for, or of another
/// training. Any error of the task. `kCancelled` before the first judgement.
Result<JudgedOutcome> TrainJudged(const JudgedOptions& options, JudgedTask& task, Budget& budget,
                                  const OnJudgedProgress& on_progress);

}  // namespace autotune
