#include "model/policy/decentralised_training.h"

#include <cstdint>

namespace autotune {

namespace {

// Numbers of which all processes learn the highest.
constexpr std::int64_t kGoOn = 0;
constexpr std::int64_t kOver = 1;

/// A task whose steps are also made by the other processes.
class LedTask final : public JudgedTask {
 public:
  LedTask(JudgedTask& inner, Peers& peers) : inner_(inner), peers_(peers) {}

  Result<PolicyGradientScore> Step(std::uint64_t number) override {
    const Result<std::int64_t> told = peers_.Highest(kGoOn);
    if (!told) return told.error();
    return inner_.Step(number);
  }
  Result<double> Judge() override { return inner_.Judge(); }
  Status Keep(std::uint64_t steps) override { return inner_.Keep(steps); }
  Checkpoint Standing(TrainingPosition& position) override { return inner_.Standing(position); }

 private:
  JudgedTask& inner_;
  Peers& peers_;
};

}  // namespace

Result<JudgedOutcome> Lead(const JudgedOptions& options, JudgedTask& task, Peers& peers,
                           Budget& budget, const OnJudgedProgress& on_progress) {
  LedTask led(task, peers);
  Result<JudgedOutcome> outcome = TrainJudged(options, led, budget, on_progress);
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
