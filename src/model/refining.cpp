#include "model/refining.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <fstream>
#include <numeric>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/random.h"
#include "model/checkpoint.h"
#include "model/policy_gradient.h"
#include "model/samples.h"
#include "model/torch_error.h"
#include "model/torch_prior.h"
#include "model/training_log.h"
#include "model/weights.h"

namespace autotune {

namespace {

constexpr std::size_t kJudged = 64;  // programs; with more, judging takes longer than learning
constexpr double kCheckpointSeconds = 60;

using Programs = std::vector<const RefineProgram*>;

struct Sides {
  Programs training;
  Programs judged;
  bool held_out = false;  ///< true if the judged programs are not trained on
};

Sides SplitPrograms(const std::vector<RefineProgram>& programs, double share) {
  std::set<std::string_view> families;
  for (const RefineProgram& program : programs) families.insert(program.family);
  const std::set<std::string_view> held_out = ValidationFamilies(families, share);
  Sides sides;
  for (const RefineProgram& program : programs) {
    (held_out.contains(program.family) ? sides.judged : sides.training).push_back(&program);
  }
  sides.held_out = !sides.judged.empty();
  if (!sides.held_out) sides.judged = sides.training;
  sides.judged.resize(std::min(sides.judged.size(), kJudged));
  return sides;
}

/// Returns everything that must not change when a refinement is resumed. With another share, other
/// programs would judge it, and it learned from some of them.
std::string Signature(const RefineOptions& options, const RefineTasks& tasks,
                      const ModelInfo& model) {
  std::string text = ToHex(model.actions);
  for (const RefineProgram& program : tasks.programs) {
    text += program.family + ' ' + ToHex(program.root.next.ir) + ' ';
  }
  std::string signature = ToHex(HashBytes(text));
  for (const std::uint64_t number :
       {static_cast<std::uint64_t>(model.parameters), options.programs, options.rollouts,
        options.length, options.seed, std::bit_cast<std::uint64_t>(options.validation_share)}) {
    signature += ' ' + std::to_string(number);
  }
  return signature;
}

class Refiner {
 public:
  Refiner(const RefineOptions& options, const RefineTasks& tasks, Weights weights, Budget& budget,
          const OnRefineProgress& on_progress)
      : options_(options),
        tasks_(tasks),
        weights_(std::move(weights)),
        budget_(budget),
        on_progress_(on_progress),
        sides_(SplitPrograms(tasks.programs, options.validation_share)),
        training_({.rollouts = options.rollouts,
                   .length = options.length,
                   .entropy = options.entropy,
                   .anchor = options.anchor,
                   .rules = {.learning_rate = options.learning_rate, .warm_up = 0},
                   .seed = options.seed,
                   .threads = options.threads},
                  weights_.network),
        signature_(Signature(options, tasks, weights_.info)),
        checkpoint_file_(options.output.string() + ".checkpoint") {}

  Result<RefineOutcome> Run() {
    if (const Status status = Prepare(); !status.ok()) return status.error();
    const Status status = Learn();
    if (position_.best_epoch < 0) return status.error();
    if (const Status saved = Save(); !saved.ok()) return saved.error();
    // A stopped refinement has a result: the best so far.
    if (!status.ok() && status.error().code != ErrorCode::kCancelled) return status.error();
    return RefineOutcome{.steps = static_cast<std::uint64_t>(position_.step),
                         .best_step = static_cast<std::uint64_t>(position_.best_epoch),
                         .before = -position_.loss_before,
                         .best = -position_.best.loss,
                         .training_programs = sides_.training.size(),
                         .validation_programs = sides_.held_out ? sides_.judged.size() : 0};
  }

 private:
  Status Prepare() {
    const bool stopped = std::filesystem::exists(checkpoint_file_);
    if (stopped && !options_.resume) {
      return Error{ErrorCode::kInvalidArgument,
                   checkpoint_file_.string() +
                       ": a refinement can go on from here; do so with --resume, or remove this "
                       "file"};
    }
    if (options_.resume) {
      if (!stopped) {
        return Error{ErrorCode::kNotFound,
                     checkpoint_file_.string() +
                         ": no such file; the refinement never began: leave --resume out"};
      }
      Status status = LoadCheckpoint(checkpoint_file_, signature_, training_.Standing(position_));
      if (!status.ok()) return status;
    }
    before_ = position_.seconds;
    Result<std::ofstream> log = OpenLog(options_.output.string() + ".csv", position_.log_bytes,
                                        "seconds,step,split,reward,entropy,divergence");
    if (!log) return log.error();
    log_ = *std::move(log);
    return {};
  }

  Status Learn() {
    const auto interval = static_cast<std::int64_t>(options_.interval);
    for (bool over = false;;) {
      over = over || budget_.Exhausted();
      if ((over || position_.step % interval == 0) && position_.judged_step != position_.step) {
        if (Status status = Judge(); !status.ok()) return status;
      }
      if (over) return {};
      if (Seconds() - position_.seconds > kCheckpointSeconds) {
        if (Status status = Save(); !status.ok()) return status;
      }
      const auto number = static_cast<std::uint64_t>(position_.step);
      const Result<PolicyGradientScore> score = training_.Step(number, TasksOf(number), budget_);
      over = !score && score.error().code == ErrorCode::kCancelled;
      if (over) continue;
      if (!score) return score.error();
      ++position_.step;
      RefineProgress progress = Standing();
      progress.score = *score;
      log_ << progress.seconds << ',' << progress.step << ",training," << score->reward << ','
           << score->entropy << ',' << score->divergence << '\n';
      on_progress_(progress);
    }
  }

  /// Returns the tasks of a step. All programs are used equally often.
  std::vector<TuningTask> TasksOf(std::uint64_t step) const {
    const std::size_t all = sides_.training.size();
    const std::size_t count = std::min(options_.programs, all);
    std::vector<TuningTask> tasks;
    for (std::uint64_t i = step * count; i < (step + 1) * count; ++i) {
      const RefineProgram& program = *Shuffled(sides_.training, i / all)[i % all];
      tasks.push_back({program.tokens, program.root, tasks_.evaluator});
    }
    return tasks;
  }

  Programs Shuffled(Programs programs, std::uint64_t epoch) const {
    Random random(options_.seed + 1, epoch);  // the seed itself is for drawing passes
    for (std::size_t i = programs.size(); i > 1; --i) {
      std::swap(programs[i - 1], programs[random.Below(i)]);
    }
    return programs;
  }

  Status Judge() {
    double sum = 0;
    for (const RefineProgram* program : sides_.judged) {
      const auto prior = MakeTorchPrior(weights_.network, program->tokens);
      const Result<double> judgement = tasks_.judge(*program, *prior);
      if (!judgement) return judgement.error();
      sum += *judgement;
    }
    RefineProgress progress = Standing();
    progress.judgement = sum / static_cast<double>(sides_.judged.size());
    log_ << progress.seconds << ',' << progress.step << ",validation," << *progress.judgement
         << ",,\n";
    progress.improved = position_.best_epoch < 0 || -*progress.judgement < position_.best.loss;
    if (progress.improved) {
      if (Status status = Keep(progress); !status.ok()) return status;
    }
    position_.judged_step = position_.step;
    on_progress_(progress);
    return Flush();
  }

  Status Keep(const RefineProgress& progress) {
    position_.best.loss = -*progress.judgement;
    position_.best_epoch = position_.step;
    if (position_.step == 0) position_.loss_before = position_.best.loss;
    std::map<std::string, std::string> card = weights_.info.card;
    for (const auto& [key, value] : options_.card) card[key] = value;
    card["refined on"] = std::to_string(sides_.training.size()) + " programs, " +
                         std::to_string(progress.step) + " steps";
    return SaveWeights(options_.output, *weights_.network, weights_.info.actions, card);
  }

  Status Flush() {
    if (log_.flush()) return {};
    return Error{ErrorCode::kIo, options_.output.string() + ".csv: can't be written"};
  }

  Status Save() {
    if (Status status = Flush(); !status.ok()) return status;
    position_.log_bytes = log_.tellp();
    position_.seconds = Seconds();
    return SaveCheckpoint(checkpoint_file_, signature_, training_.Standing(position_));
  }

  RefineProgress Standing() const {
    RefineProgress progress;
    progress.step = static_cast<std::uint64_t>(position_.step);
    progress.seconds = Seconds();
    return progress;
  }

  double Seconds() const {
    return before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
  }

  const RefineOptions& options_;
  const RefineTasks& tasks_;
  const Weights weights_;
  Budget& budget_;
  const OnRefineProgress& on_progress_;
  const Sides sides_;
  PolicyGradient training_;
  const std::string signature_;
  const std::filesystem::path checkpoint_file_;
  const Clock::time_point begin_ = Clock::now();
  double before_ = 0;  ///< seconds before it was resumed; 0 if it was not
  std::ofstream log_;
  TrainingPosition position_;
};

}  // namespace

Result<RefineOutcome> Refine(const RefineOptions& options, const RefineTasks& tasks, Budget& budget,
                             const OnRefineProgress& on_progress) {
  if (tasks.programs.empty()) {
    return Error{ErrorCode::kInvalidArgument, "there is no program to learn from"};
  }
  return CatchTorch(ErrorCode::kIo, "refining failed", [&]() -> Result<RefineOutcome> {
    Result<Weights> weights = LoadWeights(options.start, tasks.actions);
    if (!weights) return weights.error();
    return Refiner(options, tasks, *std::move(weights), budget, on_progress).Run();
  });
}

}  // namespace autotune
