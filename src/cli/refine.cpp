#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/refine_options.h"
#include "cli/training_plot.h"
#include "cli/user_files.h"
#include "core/quantity.h"
#include "eval/worker_pool.h"
#include "learn/training_sources.h"
#include "search/registry.h"
#include "term/console.h"
#include "term/live_line.h"
#include "tune/input_care.h"
#include "tune/loaded_program.h"
#include "tune/model_host.h"
#include "tune/output_file.h"
#include "tune/signals.h"

namespace autotune {

namespace {

/// Programs to play on, and workers that hold them.
class Arena {
 public:
  static Result<Arena> Open(const RefineCommand& command, const ActionSpace& actions,
                            Budget& budget) {
    const Result<std::vector<TrainingSource>> sources =
        FindTrainingSources(command.operands, command.force, AnyDatasetsFolder());
    if (!sources) return sources.error();
    Result<std::unique_ptr<WorkerPool>> pool = WorkerPool::Start(
        actions, {.workers = command.refining.threads, .worker_program = command.worker_program});
    if (!pool) return pool.error();
    Arena arena(*std::move(pool));
    for (const TrainingSource& source : *sources) {
      const Status status = arena.Add(source, budget);
      if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped before it began"};
      if (!status.ok()) PrintError(WithFile(source, status.error()));
    }
    return arena;
  }

  const std::vector<RefineProgram>& programs() const { return programs_; }
  Evaluator& evaluator() const { return *pool_; }
  /// Instructions after `default<Oz>`.
  std::uint64_t oz(const RefineProgram& program) const { return oz_.at(program.root.next.program); }

 private:
  explicit Arena(std::unique_ptr<WorkerPool> pool) : pool_(std::move(pool)) {}

  Status Add(const TrainingSource& source, const Budget& budget) {
    Result<std::string> bytes = ReadProgram(source.file);
    if (!bytes) return bytes.error();
    const Result<ProgramInfo> info =
        pool_->Load(source.file.string(), *std::move(bytes), {.features = true}, budget);
    if (!info) return info.error();
    const ProgramId id = info->root.next.program;
    const Result<PipelineRun> oz = pool_->RunPipeline(id, {.text = "default<Oz>"}, budget);
    if (!oz) return oz.error();
    Result<IrTokens> tokens = pool_->Tokenize(id, budget);
    if (!tokens) return tokens.error();
    if (!oz_.emplace(id, oz->evaluation.cost.instructions).second) return {};  // there already
    programs_.push_back({source.family, *std::move(tokens), info->root});
    return {};
  }

  std::unique_ptr<WorkerPool> pool_;
  std::vector<RefineProgram> programs_;
  std::map<ProgramId, std::uint64_t> oz_;
};

/// Log of Oz over what the model's own list leaves.
Result<double> JudgeList(const Arena& arena, const ActionSpace& actions,
                         const RefineProgram& program, Prior& prior, Budget& budget) {
  const SearchSettings settings{Objective::kIrInstructions, 0, &prior};
  const auto searcher = FindMethod("passformer").make(settings, actions, arena.evaluator());
  const Result<Best> best = searcher->Run(program.root, budget, [](const Best&) {});
  if (!best) return best.error();
  if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped while it was judged"};
  const auto count = [](std::uint64_t instructions) {
    return static_cast<double>(std::max<std::uint64_t>(instructions, 1));
  };
  return std::log(count(arena.oz(program)) / count(best->cost.instructions));
}

/// A line for each judgement, and one that is redrawn for each step.
void Show(const RefineProgress& progress, LiveLine& line) {
  if (progress.judgement) {
    line.Print(fmt::format("step {:<5} one list {:.4f}; {}{}", progress.step,
                           std::exp(*progress.judgement), FormatSeconds(progress.seconds),
                           progress.improved ? "" : "  (no better)"));
    return;
  }
  line.Redraw(fmt::format("step {:<5} lists on mean {:.4f} times smaller than the program",
                          progress.step, std::exp(progress.score.reward)));
}

void PrintOutcome(const RefineCommand& command, const RefineOutcome& outcome) {
  const std::string where =
      outcome.validation_programs == 0
          ? std::string("the programs it learned from")
          : fmt::format("{} programs of other families", FormatCount(outcome.validation_programs));
  if (outcome.best_step == 0) {
    PrintText(
        "{}: the weights of {}, nothing in {} steps was better: Oz over one list {:.4f} on "
        "{}\n",
        command.refining.output.string(), command.refining.start.string(), outcome.steps,
        std::exp(outcome.before), where);
    return;
  }
  PrintText("{}: the best of {} steps is {}: Oz over one list {:.4f}, {:.4f} before, on {}\n",
            command.refining.output.string(), outcome.steps, outcome.best_step,
            std::exp(outcome.best), std::exp(outcome.before), where);
}

Result<RefineOutcome> PlayAndLearn(const RefineCommand& command, Budget& budget) {
  const Result<const ModelPlugin*> plugin = OpenModelPlugin();
  if (!plugin) return plugin.error();
  const Result<ActionSpace> actions = LoadActionSpace(command.action_space);
  if (!actions) return actions.error();
  // What is wrong with the weights is said before all programs are measured.
  const Result<std::unique_ptr<Model>> model = (*plugin)->load(command.refining.start, *actions);
  if (!model) return model.error();
  const Result<Arena> arena = Arena::Open(command, *actions, budget);
  if (!arena) return arena.error();
  Budget learning({.deadline = Clock::now() + command.budget}, &budget);
  LiveLine line(command.quiet);
  return (*plugin)->refine(
      command.refining,
      {.actions = *actions,
       .programs = arena->programs(),
       .evaluator = arena->evaluator(),
       .judge = [&](const RefineProgram& program,
                    Prior& prior) { return JudgeList(*arena, *actions, program, prior, budget); }},
      learning, [&line](const RefineProgress& progress) { Show(progress, line); });
}

}  // namespace

int RunRefine(const Arguments& arguments) {
  Result<RefineCommand> command = ParseRefineCommand({arguments.begin() + 2, arguments.end()});
  if (!command) return Fail(command.error());
  if (command->help) {
    PrintText("{}", Composed{RefineHelp()});
    return kExitDone;
  }
  const std::vector<std::filesystem::path> inputs(command->operands.begin(),
                                                  command->operands.end());
  if (const Status status = CheckReplaceable(command->refining.output, inputs); !status.ok()) {
    return Fail(status.error());
  }
  command->refining.card = {{"refined by", DescribeCommandLine(arguments)}};
  Budget budget({});
  StopSignals signals;
  signals.Watch(budget);
  const Result<RefineOutcome> outcome = PlayAndLearn(*command, budget);
  if (!outcome && signals.received() == 0) return Fail(outcome.error());
  if (outcome) {
    const Status plotted = PlotTrainingLog(command->refining.output);
    if (!plotted.ok()) PrintWarning(plotted.error().message);
    PrintOutcome(*command, *outcome);
  }
  if (outcome && signals.received() != 0) {
    PrintTo(stderr, "autotune: stopped; --resume goes on from {}.checkpoint\n",
            command->refining.output.string());
  }
  return signals.received() != 0 ? 128 + signals.received() : kExitDone;
}

}  // namespace autotune
