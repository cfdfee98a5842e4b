#include "model/policy/decentralised_training.h"

#include <cstdint>

namespace autotune {

namespace {

// Numbers of which all processes learn the highest.
constexpr std::int64_t kGoOn = 0;
constexpr std::int64_t kOver = 1;

}  // namespace

Result<JudgedOutcome> Lead(const JudgedOptions& options, JudgedTask& task, Peers& peers,
                           Budget& budget, const OnJudgedProgress& on_progress) {
  JudgedOptions led = options;
  led.before_step = [&peers]() -> Status {
    const Result<std::int64_t> told = peers.Highest(kGoOn);
    return told ? Status() : told.error();
  };
  Result<JudgedOutcome> outcome = TrainJudged(led, task, budget, on_progress);
  // A process that has ended needs no word.
  if (outcome || outcome.error().code != ErrorCode::kWorkerLost) (void)peers.Highest(kOver);
  return outcome;
}

Status Follow(const JudgedOptions& options, JudgedTask& task, Peers& peers) {
  TrainingPosition position;
  if (options.resume) {
    Status status =
        LoadCheckpoint(CheckpointFile(options.output), options.signature, task.Standing(position));
    if (!status.ok()) return status;
  }
  for (;;) {
    const Result<std::int64_t> told = peers.Highest(kGoOn);
    if (!told) return told.error();
    if (*told == kOver) return {};
    const Result<PolicyGradientScore> score = task.Step(static_cast<std::uint64_t>(position.step));
    if (score) {
      ++position.step;
    } else if (score.error().code != ErrorCode::kCancelled) {
      return score.error();
    }
  }
}

}  // namespace autotune
