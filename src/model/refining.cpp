#include "model/refining.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "core/random.h"
#include "model/policy_gradient.h"
#include "model/samples.h"
#include "model/torch_error.h"
#include "model/torch_prior.h"
#include "model/weights.h"

namespace autotune {

namespace {

constexpr std::size_t kJudged = 64;  // programs at most, or judging takes longer than learning

using Programs = std::vector<const RefineProgram*>;

struct Sides {
  Programs training;
  Programs judged;
  bool held_out = false;  ///< whether these are others
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
                   .seed = options.seed},
                  weights_.network),
        random_(options.seed) {
    outcome_.training_programs = sides_.training.size();
    outcome_.validation_programs = sides_.held_out ? sides_.judged.size() : 0;
  }

  Result<RefineOutcome> Run() {
    log_.open(options_.output.string() + ".csv");
    log_ << "seconds,step,split,reward,entropy,divergence\n";
    if (const Status status = Judge(); !status.ok()) return status.error();
    const Status status = Learn();
    // Whoever stopped it has the best so far.
    if (!status.ok() && status.error().code != ErrorCode::kCancelled) return status.error();
    return outcome_;
  }

 private:
  Status Learn() {
    while (!budget_.Exhausted()) {
      const Result<PolicyGradientScore> score = training_.Step(Draw(), budget_);
      if (!score && score.error().code == ErrorCode::kCancelled) break;
      if (!score) return score.error();
      progress_.score = *score;
      progress_.step = ++outcome_.steps;
      progress_.seconds = Seconds();
      log_ << progress_.seconds << ',' << progress_.step << ",training," << score->reward << ','
           << score->entropy << ',' << score->divergence << '\n';
      on_progress_(progress_);
      if (outcome_.steps % options_.interval != 0) continue;
      if (Status status = Judge(); !status.ok()) return status;
    }
    return outcome_.steps % options_.interval == 0 ? Status() : Judge();
  }

  /// The next programs, each as often as any other.
  std::vector<TuningTask> Draw() {
    std::vector<TuningTask> tasks;
    const std::size_t count = std::min(options_.programs, sides_.training.size());
    while (tasks.size() < count) {
      if (waiting_.empty()) {
        waiting_ = sides_.training;
        for (std::size_t i = waiting_.size(); i > 1; --i) {
          std::swap(waiting_[i - 1], waiting_[random_.Below(i)]);
        }
      }
      const RefineProgram& program = *waiting_.back();
      waiting_.pop_back();
      tasks.push_back({program.tokens, program.root, tasks_.evaluator});
    }
    return tasks;
  }

  Status Judge() {
    double sum = 0;
    for (const RefineProgram* program : sides_.judged) {
      const auto prior = MakeTorchPrior(weights_.network, program->tokens);
      const Result<double> judgement = tasks_.judge(*program, *prior);
      if (!judgement) return judgement.error();
      sum += *judgement;
    }
    RefineProgress progress = progress_;
    progress.seconds = Seconds();
    progress.judgement = sum / static_cast<double>(sides_.judged.size());
    log_ << progress.seconds << ',' << progress.step << ",validation," << *progress.judgement
         << ",,\n";
    log_.flush();
    if (!log_) return Error{ErrorCode::kIo, options_.output.string() + ".csv: can't be written"};
    progress.improved = progress.step == 0 || *progress.judgement > outcome_.best;
    if (progress.improved) {
      if (Status status = Keep(progress); !status.ok()) return status;
    }
    on_progress_(progress);
    return {};
  }

  Status Keep(const RefineProgress& progress) {
    outcome_.best = *progress.judgement;
    outcome_.best_step = progress.step;
    if (progress.step == 0) outcome_.before = outcome_.best;
    std::map<std::string, std::string> card = weights_.info.card;
    for (const auto& [key, value] : options_.card) card[key] = value;
    card["refined on"] = std::to_string(sides_.training.size()) + " programs, " +
                         std::to_string(progress.step) + " steps";
    return SaveWeights(options_.output, *weights_.network, weights_.info.actions, card);
  }

  double Seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  const RefineOptions& options_;
  const RefineTasks& tasks_;
  const Weights weights_;
  Budget& budget_;
  const OnRefineProgress& on_progress_;
  const Sides sides_;
  PolicyGradient training_;
  Random random_;
  Programs waiting_;  ///< for their turn
  const Clock::time_point begin_ = Clock::now();
  std::ofstream log_;
  RefineProgress progress_;
  RefineOutcome outcome_;
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
