#include "model/judged/refining.h"

#include <bit>
#include <map>
#include <string_view>
#include <utility>

#include "model/files/weights.h"
#include "model/inference/torch_prior.h"
#include "model/judged/judged_training.h"
#include "model/judged/policy_gradient.h"
#include "model/judged/program_rounds.h"
#include "model/torch_error.h"

namespace autotune {

namespace {

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

class Refiner final : public JudgedTask {
 public:
  Refiner(const RefineOptions& options, const RefineTasks& tasks, Weights weights,
          const ProgramSides& sides, Budget& budget)
      : options_(options),
        tasks_(tasks),
        weights_(std::move(weights)),
        sides_(sides),
        budget_(budget),
        training_({.rollouts = options.rollouts,
                   .length = options.length,
                   .entropy = options.entropy,
                   .anchor = options.anchor,
                   .rules = {.learning_rate = options.learning_rate, .warm_up = 0},
                   .seed = options.seed,
                   .threads = options.threads},
                  weights_.network) {}

  Result<PolicyGradientScore> Step(std::uint64_t number) override {
    std::vector<TuningTask> tasks;
    for (const std::size_t i :
         ProgramsOfStep(sides_.training, options_.programs, number, options_.seed)) {
      const RefineProgram& program = tasks_.programs[i];
      tasks.push_back({program.tokens, program.root, tasks_.evaluator});
    }
    return training_.Step(number, tasks, budget_);
  }

  Result<double> Judge() override {
    double sum = 0;
    for (const std::size_t i : sides_.judged) {
      const RefineProgram& program = tasks_.programs[i];
      const auto prior = MakeTorchPrior(weights_.network, program.tokens);
      const Result<double> judgement = tasks_.judge(program, *prior);
      if (!judgement) return judgement.error();
      sum += *judgement;
    }
    return sum / static_cast<double>(sides_.judged.size());
  }

  Status Keep(std::uint64_t steps) override {
    std::map<std::string, std::string> card = weights_.info.card;
    for (const auto& [key, value] : options_.card) card[key] = value;
    card["refined on"] =
        std::to_string(sides_.training.size()) + " programs, " + std::to_string(steps) + " steps";
    return SaveWeights(options_.output, *weights_.network, weights_.info.actions, card);
  }

  Checkpoint Standing(TrainingPosition& position) override { return training_.Standing(position); }

 private:
  const RefineOptions& options_;
  const RefineTasks& tasks_;
  const Weights weights_;
  const ProgramSides& sides_;
  Budget& budget_;
  PolicyGradient training_;
};

}  // namespace

Result<JudgedOutcome> Refine(const RefineOptions& options, const RefineTasks& tasks, Budget& budget,
                             const OnJudgedProgress& on_progress) {
  if (tasks.programs.empty()) {
    return Error{ErrorCode::kInvalidArgument, "there is no program to learn from"};
  }
  return CatchTorch(ErrorCode::kIo, "refining failed", [&]() -> Result<JudgedOutcome> {
    Result<Weights> weights = LoadWeights(options.start, tasks.actions);
    if (!weights) return weights.error();
    const std::string signature = Signature(options, tasks, weights->info);
    std::vector<std::string_view> families;
    for (const RefineProgram& program : tasks.programs) families.push_back(program.family);
    const ProgramSides sides = SplitPrograms(families, options.validation_share);
    Refiner refiner(options, tasks, *std::move(weights), sides, budget);
    Result<JudgedOutcome> outcome = TrainJudged({.output = options.output,
                                                 .interval = options.interval,
                                                 .resume = options.resume,
                                                 .signature = signature},
                                                refiner, budget, on_progress);
    if (!outcome) return outcome;
    outcome->training_programs = sides.training.size();
    outcome->validation_programs = sides.held_out ? sides.judged.size() : 0;
    return outcome;
  });
}

}  // namespace autotune
