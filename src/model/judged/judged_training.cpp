#include "model/judged/judged_training.h"

#include <chrono>
#include <fstream>
#include <optional>
#include <utility>

#include "model/files/training_log.h"

namespace autotune {

namespace {

constexpr double kCheckpointSeconds = 60;
/// Judgements may follow each other by milliseconds, and a checkpoint writes megabytes.
constexpr double kMinCheckpointSeconds = 5;

class JudgedTraining {
 public:
  JudgedTraining(const JudgedOptions& options, JudgedTask& task, Budget& budget,
                 const OnJudgedProgress& on_progress)
      : options_(options),
        task_(task),
        budget_(budget),
        on_progress_(on_progress),
        checkpoint_file_(CheckpointFile(options.output)) {}

  Result<JudgedOutcome> Run() {
    if (const Status status = Prepare(); !status.ok()) return status.error();
    const Status status = Learn();
    if (position_.best_epoch < 0) return status.error();
    // A stopped training has a result: the best so far. A failed step may have been half made.
    if (!status.ok() && status.error().code != ErrorCode::kCancelled) return status.error();
    if (const Status saved = Save(); !saved.ok()) return saved.error();
    return JudgedOutcome{.steps = static_cast<std::uint64_t>(position_.step),
                         .best_step = static_cast<std::uint64_t>(position_.best_epoch),
                         .before = -position_.loss_before,
                         .best = -position_.best.loss};
  }

 private:
  Status Prepare() {
    const bool stopped = std::filesystem::exists(checkpoint_file_);
    if (stopped && !options_.resume) {
      return Error{ErrorCode::kInvalidArgument,
                   checkpoint_file_.string() +
                       ": a training can go on from here; do so with --resume, or remove this "
                       "file"};
    }
    if (options_.resume) {
      if (!stopped) {
        return Error{ErrorCode::kNotFound,
                     checkpoint_file_.string() +
                         ": no such file; the training was not judged yet: leave --resume out"};
      }
      Status status =
          LoadCheckpoint(checkpoint_file_, options_.signature, task_.Standing(position_));
      if (!status.ok()) return status;
    }
    before_ = position_.seconds;
    Result<std::ofstream> log = OpenLog(options_.output.string() + ".csv", position_.log_bytes,
                                        "seconds,step,split,reward,entropy,divergence");
    if (!log) return log.error();
    log_ = *std::move(log);
    return {};
  }

  bool Over() const {
    const auto steps = static_cast<std::uint64_t>(position_.step);
    return budget_.Exhausted() || (options_.steps > 0 && steps >= options_.steps);
  }

  Status Learn() {
    const auto interval = static_cast<std::int64_t>(options_.interval);
    bool judged = false;  // since the checkpoint
    for (bool over = false;;) {
      over = over || Over();
      if ((over || position_.step % interval == 0) && position_.judged_step != position_.step) {
        if (Status status = Judge(); !status.ok()) return status;
        judged = true;
      }
      if (over) return {};
      const double wait = judged ? kMinCheckpointSeconds : kCheckpointSeconds;
      if (!saved_ || Seconds() - *saved_ > wait) {
        if (Status status = Save(); !status.ok()) return status;
        judged = false;
      }
      if (options_.before_step) {
        if (Status status = options_.before_step(); !status.ok()) return status;
      }
      const Result<PolicyGradientScore> score =
          task_.Step(static_cast<std::uint64_t>(position_.step));
      over = !score && score.error().code == ErrorCode::kCancelled;
      if (over) continue;
      if (!score) return score.error();
      ++position_.step;
      JudgedProgress progress = Standing();
      progress.score = *score;
      log_ << progress.seconds << ',' << progress.step << ",training," << score->reward << ','
           << score->entropy << ',' << score->divergence << '\n';
      on_progress_(progress);
    }
  }

  Status Judge() {
    const Result<double> judgement = task_.Judge();
    if (!judgement) return judgement.error();
    JudgedProgress progress = Standing();
    progress.judgement = *judgement;
    log_ << progress.seconds << ',' << progress.step << ",validation," << *judgement << ",,\n";
    progress.improved = position_.best_epoch < 0 || -*judgement < position_.best.loss;
    if (progress.improved) {
      position_.best.loss = -*judgement;
      position_.best_epoch = position_.step;
      if (position_.step == 0) position_.loss_before = position_.best.loss;
      if (Status status = task_.Keep(progress.step); !status.ok()) return status;
    }
    position_.judged_step = position_.step;
    on_progress_(progress);
    return {};
  }

  Status Save() {
    if (!log_.flush()) {
      return Error{ErrorCode::kIo, options_.output.string() + ".csv: can't be written"};
    }
    position_.log_bytes = log_.tellp();
    position_.seconds = Seconds();
    saved_ = position_.seconds;
    return SaveCheckpoint(checkpoint_file_, options_.signature, task_.Standing(position_));
  }

  JudgedProgress Standing() const {
    JudgedProgress progress;
    progress.step = static_cast<std::uint64_t>(position_.step);
    progress.seconds = Seconds();
    return progress;
  }

  double Seconds() const {
    return before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
  }

  const JudgedOptions& options_;
  JudgedTask& task_;
  Budget& budget_;
  const OnJudgedProgress& on_progress_;
  const std::filesystem::path checkpoint_file_;
  const Clock::time_point begin_ = Clock::now();
  double before_ = 0;            ///< seconds before it was resumed; 0 if it was not
  std::optional<double> saved_;  ///< seconds at the last checkpoint of this process; none: none yet
  std::ofstream log_;
  TrainingPosition position_;
};

}  // namespace

std::filesystem::path CheckpointFile(const std::filesystem::path& output) {
  return output.string() + ".checkpoint";
}

Result<JudgedOutcome> TrainJudged(const JudgedOptions& options, JudgedTask& task, Budget& budget,
                                  const OnJudgedProgress& on_progress) {
  return JudgedTraining(options, task, budget, on_progress).Run();
}

}  // namespace autotune
