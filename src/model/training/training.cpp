#include "model/training/training.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <torch/cuda.h>
#include <torch/utils.h>

#include "core/random.h"
#include "model/files/checkpoint.h"
#include "model/files/training_log.h"
#include "model/files/weights.h"
#include "model/torch_error.h"
#include "model/training/optimization.h"
#include "model/training/replicas.h"
#include "model/training/stage.h"
#include "model/training/supervised.h"

namespace autotune {

namespace {

constexpr double kCheckpointSeconds = 60;

std::filesystem::path Beside(const std::filesystem::path& file, const char* extension) {
  std::filesystem::path result = file;
  return result += extension;
}

Result<torch::Device> FindDevice(TrainingDevice wanted) {
  const bool cuda = wanted != TrainingDevice::kCpu && torch::cuda::is_available();
  if (wanted == TrainingDevice::kCuda && !cuda) {
    return Error{ErrorCode::kNotFound, "this libtorch finds no CUDA device; use --device cpu"};
  }
  return torch::Device(cuda ? torch::kCUDA : torch::kCPU);
}

template <typename... Numbers>
void Append(std::string& bytes, const Numbers&... numbers) {
  (bytes.append(reinterpret_cast<const char*>(&numbers), sizeof(numbers)), ...);
}

/// Returns everything that is learned from a program.
std::string BytesOf(const TrainingProgram& program) {
  std::string bytes = ToHex(program.ir) + program.family;
  for (const Episode& episode : program.episodes) {
    Append(bytes, episode.passes.size());
    for (const PassId pass : episode.passes) Append(bytes, pass);
    for (const EpisodeStep& step : episode.steps) {
      Append(bytes, step.features.autophase, step.features.inst_count, step.cost, step.reachable,
             step.tried.size());
      for (const TriedPass& tried : step.tried) {
        Append(bytes, tried.pass, tried.changed, tried.reachable);
      }
    }
  }
  return bytes;
}

/// Returns everything that must not change when a training is resumed: all options but those for
/// its duration and hardware.
std::string Signature(const TrainOptions& options, const TrainingSet& set) {
  std::string text = ToHex(set.actions) + options.start.lexically_normal().string();
  for (const TrainingProgram& program : set.programs) text += ToHex(HashBytes(BytesOf(program)));
  const PassformerConfig& model = options.model;
  std::string signature = ToHex(HashBytes(text));
  for (const double number :
       {options.learning_rate, options.weight_decay, options.samples.validation_share,
        options.samples.nearness, options.targets.search_share, options.targets.temperature}) {
    signature += ' ' + std::to_string(std::bit_cast<std::uint64_t>(number));
  }
  for (const std::int64_t number :
       {model.width, model.heads, model.encoder_layers, model.decoder_layers, model.max_steps,
        static_cast<std::int64_t>(options.batch), static_cast<std::int64_t>(options.warm_up),
        static_cast<std::int64_t>(options.seed)}) {
    signature += ' ' + std::to_string(number);
  }
  return signature;
}

std::size_t CountPrograms(const std::vector<Sample>& samples) {
  std::set<std::size_t> programs;
  for (const Sample& sample : samples) programs.insert(sample.program);
  return programs.size();
}

class Trainer {
 public:
  Trainer(const TrainOptions& options, const TrainingSet& set, const Budget& budget,
          const OnTrainProgress& on_progress)
      : options_(options),
        rules_{options.learning_rate, options.warm_up, options.weight_decay},
        set_(set),
        budget_(budget),
        on_progress_(on_progress),
        split_(SplitByFamily(set, options.samples)),
        signature_(Signature(options, set)),
        checkpoint_file_(Beside(options.output, ".checkpoint")) {}

  Result<TrainOutcome> Run() {
    if (split_.training.empty()) {
      return Error{ErrorCode::kInvalidArgument, "the training set has no episodes"};
    }
    if (const Status status = Prepare(); !status.ok()) return status.error();
    const Result<bool> ended = Learn();
    if (!ended) return ended.error();
    if (!*ended) {
      if (const Status status = Save(); !status.ok()) return status.error();
    } else if (!position_.has_best()) {
      return Error{
          ErrorCode::kInvalidArgument,
          position_.epoch == 0
              ? "the budget was over before the first step, so there are no weights; give it more "
                "time"
              : "the loss was no number in any epoch, so there are no weights; try a lower "
                "learning rate"};
    } else {
      std::error_code ignored;
      std::filesystem::remove(checkpoint_file_, ignored);
    }
    return TrainOutcome{.stopped = !*ended,
                        .best = position_.best,
                        .best_epoch = static_cast<std::uint64_t>(position_.best_epoch + 1),
                        .seconds = position_.seconds,
                        .training_programs = CountPrograms(split_.training),
                        .validation_programs = CountPrograms(split_.validation)};
  }

 private:
  Status Prepare() {
    const Result<torch::Device> device = FindDevice(options_.device);
    if (!device) return device.error();
    if (const Status status = MakeNetwork(); !status.ok()) return status;
    network_->to(*device);
    best_network_ = std::make_unique<Passformer>(network_->config());
    best_network_->to(*device);
    CopyWeights(*network_, *best_network_);
    optimizer_ = std::make_unique<torch::optim::AdamW>(MakeOptimizer(*network_, rules_));
    position_.best.loss = std::numeric_limits<double>::infinity();
    const bool stopped = std::filesystem::exists(checkpoint_file_);
    if (stopped && !options_.resume) {
      return Error{ErrorCode::kInvalidArgument,
                   checkpoint_file_.string() +
                       ": a training was stopped here; go on with --resume, or remove this file"};
    }
    if (options_.resume) {
      if (!stopped) {
        return Error{
            ErrorCode::kNotFound,
            checkpoint_file_.string() +
                ": no such file; the training has ended, or had no checkpoint yet: leave --resume "
                "out"};
      }
      const Status status = LoadCheckpoint(checkpoint_file_, signature_, Standing());
      if (!status.ok()) {
        return Error{status.error().code,
                     status.error().message +
                         " (a training that began in a version with pre-training can't go on)"};
      }
    }
    // From here on the network's weights are written in place, not replaced.
    replicas_.emplace(network_, device->is_cpu() ? std::max<std::size_t>(options_.threads, 1) : 1);
    Result<TrainingLog> log =
        TrainingLog::Open(Beside(options_.output, ".csv"), position_.log_bytes);
    if (!log) return log.error();
    log_ = std::make_unique<TrainingLog>(std::move(*log));
    return {};
  }

  Status MakeNetwork() {
    torch::manual_seed(options_.seed);
    if (options_.start.empty()) {
      PassformerConfig config = options_.model;
      config.actions = static_cast<std::int64_t>(set_.action_count);
      network_ = std::make_shared<Passformer>(config);
      return {};
    }
    const Result<Weights> weights = LoadWeights(options_.start);
    if (!weights) return weights.error();
    if (weights->info.actions != set_.actions) {
      return Error{ErrorCode::kInvalidArgument,
                   options_.start.string() + ": these weights are for another action space"};
    }
    network_ = weights->network;
    return {};
  }

  Checkpoint Standing() { return {position_, *network_, *best_network_, *optimizer_}; }

  std::unique_ptr<Stage> MakeStage() const {
    const std::size_t parts = std::max<std::size_t>(replicas_->size(), options_.accumulation);
    return MakeSupervised({.batch = options_.batch,
                           .parts = parts,
                           .seed = options_.seed,
                           .targets = options_.targets},
                          set_, split_, *replicas_);
  }

  /// Trains from the current position to the end. Returns false if it is cancelled before.
  Result<bool> Learn() {
    if (budget_.cancelled()) return false;
    clock_ = saved_ = Clock::now();
    limit_ = Seconds();
    const std::unique_ptr<Stage> stage = MakeStage();
    if (!options_.start.empty() && !position_.has_best()) {
      if (const Status status = ScoreStart(*stage); !status.ok()) return status.error();
    }
    while (WantsEpoch()) {
      if (const Status status = RunEpoch(*stage); !status.ok()) return status.error();
      if (budget_.cancelled()) return false;
    }
    return true;
  }

  /// Scores the weights of a previous training: they are the best until they are beaten.
  Status ScoreStart(Stage& stage) {
    const Score score = stage.Validate();
    if (score.policy_weight == 0) return {};
    log_->Write({position_.seconds, stage.name(), 0, 0, "validation", Mean(score), 0});
    return KeepBest(-1, Mean(score));
  }

  /// Returns the seconds that the training may take, including those before a resumption.
  std::optional<double> Seconds() const {
    const auto& deadline = budget_.limits().deadline;
    if (!deadline) return std::nullopt;
    const double left = std::chrono::duration<double>(*deadline - Clock::now()).count();
    return position_.seconds + left;
  }

  std::int64_t epochs() const { return static_cast<std::int64_t>(options_.epochs); }

  bool OutOfTime() const { return limit_ && position_.seconds >= *limit_; }

  bool WantsEpoch() const {
    const bool patient = options_.patience == 0 || position_.epoch - position_.best_epoch <=
                                                       static_cast<std::int64_t>(options_.patience);
    return position_.epoch < epochs() && patient && !OutOfTime();
  }

  /// Trains to the end of the epoch or of the time and validates, or until it is cancelled.
  Status RunEpoch(Stage& stage) {
    const auto steps = static_cast<std::int64_t>(stage.steps_per_epoch());
    while (position_.step < steps && !OutOfTime()) {
      if (budget_.cancelled()) return {};
      position_.epoch_score += MakeStep(stage, steps);
      Tick();
      on_progress_(Describe(stage));
      if (std::chrono::duration<double>(Clock::now() - saved_).count() > kCheckpointSeconds) {
        if (const Status status = Save(); !status.ok()) return status;
      }
    }
    const Score validation = stage.Validate();
    TrainProgress progress = Describe(stage);
    progress.validated = validation.policy_weight > 0;
    progress.validation = progress.validated ? Mean(validation) : progress.training;
    progress.epoch_ended = true;
    log_->Write({position_.seconds, stage.name(), progress.epoch, progress.step,
                 progress.validated ? "validation" : "epoch", progress.validation, 0});
    progress.improved = progress.validation.loss < position_.best.loss;
    if (progress.improved) {
      const Status status = KeepBest(position_.epoch, progress.validation);
      if (!status.ok()) return status;
    }
    ++position_.epoch;
    position_.step = 0;
    position_.epoch_score = {};
    Tick();
    on_progress_(progress);
    return log_->Flush();
  }

  Score MakeStep(Stage& stage, std::int64_t steps) {
    const auto epoch = static_cast<std::uint64_t>(position_.epoch);
    const auto number = static_cast<std::uint64_t>(position_.epoch * steps + position_.step);
    replicas_->Seed(Random(options_.seed + 1, number).Next());
    const Score score = stage.Step(epoch, static_cast<std::size_t>(position_.step));
    const double done = static_cast<double>(number) / static_cast<double>(epochs() * steps);
    const double time = limit_ ? position_.seconds / *limit_ : 0;
    const double rate = LearningRate(rules_, number, std::max(done, time));
    ApplyGradients(*optimizer_, *network_, rate);
    log_->Write({position_.seconds, stage.name(), epoch, static_cast<std::uint64_t>(position_.step),
                 "training", Mean(score), rate});
    ++position_.step;
    return score;
  }

  TrainProgress Describe(const Stage& stage) const {
    const auto steps = static_cast<double>(stage.steps_per_epoch());
    const double made =
        static_cast<double>(position_.epoch) * steps + static_cast<double>(position_.step);
    const double all = static_cast<double>(epochs()) * steps;
    const double rest = position_.seconds * (all - made) / std::max(made, 1.0);
    return {.epoch = static_cast<std::uint64_t>(position_.epoch),
            .epochs = static_cast<std::uint64_t>(epochs()),
            .step = static_cast<std::uint64_t>(position_.step),
            .steps = stage.steps_per_epoch(),
            .seconds = position_.seconds,
            .seconds_left = limit_ ? std::clamp(*limit_ - position_.seconds, 0.0, rest) : rest,
            .training = Mean(position_.epoch_score),
            .validation = {}};
  }

  Status KeepBest(std::int64_t epoch, const MeanScore& score) {
    CopyWeights(*network_, *best_network_);
    position_.best_epoch = epoch;
    position_.best = score;
    return SaveWeights(options_.output, *best_network_, set_.actions, Card());
  }

  std::map<std::string, std::string> Card() const {
    std::map<std::string, std::string> card = options_.card;
    card["training programs"] = std::to_string(CountPrograms(split_.training));
    card["validation programs"] = std::to_string(CountPrograms(split_.validation));
    card["seed"] = std::to_string(options_.seed);
    card["epoch"] = std::to_string(position_.best_epoch + 1);
    card["minutes"] = std::to_string(std::lround(position_.seconds / 60));
    const std::string on = split_.validation.empty() ? "training " : "validation ";
    card[on + "loss"] = std::to_string(position_.best.loss);
    card[on + "top-1"] = std::to_string(position_.best.top1);
    card[on + "top-5"] = std::to_string(position_.best.top5);
    card[on + "value error"] = std::to_string(position_.best.value_error);
    return card;
  }

  void Tick() {
    const Clock::time_point now = Clock::now();
    const double passed = std::chrono::duration<double>(now - clock_).count();
    position_.seconds += passed;
    clock_ = now;
  }

  Status Save() {
    saved_ = Clock::now();
    if (const Status status = log_->Flush(); !status.ok()) return status;
    position_.log_bytes = log_->bytes();
    return SaveCheckpoint(checkpoint_file_, signature_, Standing());
  }

  const TrainOptions& options_;
  const OptimizationOptions rules_;
  const TrainingSet& set_;
  const Budget& budget_;
  const OnTrainProgress& on_progress_;
  const SampleSplit split_;
  const std::string signature_;
  const std::filesystem::path checkpoint_file_;
  std::shared_ptr<Passformer> network_;
  std::unique_ptr<Passformer> best_network_;
  std::unique_ptr<torch::optim::AdamW> optimizer_;
  std::optional<Replicas> replicas_;
  std::unique_ptr<TrainingLog> log_;
  TrainingPosition position_;
  std::optional<double> limit_;  ///< limit on `position_.seconds`; empty: none
  Clock::time_point clock_;
  Clock::time_point saved_;
};

}  // namespace

Result<TrainOutcome> Train(const TrainOptions& options, const TrainingSet& set,
                           const Budget& budget, const OnTrainProgress& on_progress) {
  try {
    return Trainer(options, set, budget, on_progress).Run();
  } catch (const std::exception& exception) {
    return Error{ErrorCode::kIo, "training failed: " + FirstLine(exception)};
  }
}

}  // namespace autotune
