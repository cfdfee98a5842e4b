#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/action_space.h"
#include "core/quantity.h"
#include "eval/client/worker_pool.h"
#include "learn/episode_programs.h"
#include "learn/training_sources.h"
#include "model/judged/refining.h"
#include "search/registry.h"
#include "term/console.h"
#include "term/live_line.h"
#include "term/option_parser.h"
#include "term/user_files.h"
#include "train/commands.h"
#include "train/training_plot.h"
#include "tune/model_host.h"
#include "tune/output/output_file.h"
#include "tune/signals.h"

namespace autotune {

namespace {

using namespace option_kinds;

/// A command line of `autotune-train refine`.
struct RefineCommand {
  std::vector<std::string> operands;  ///< the programs: files, or programs of data sets
  RefineOptions refining;
  std::chrono::milliseconds budget{600'000};
  std::string action_space = "full";
  std::string worker_program;  ///< empty: beside this executable
  bool force = false;          ///< take programs of a test split too
  bool quiet = false;
  bool help = false;
};

std::vector<Group> OptionTable(RefineCommand& to) {
  const RefineOptions defaults;
  RefineOptions& refining = to.refining;
  const auto with = [](const char* text, auto number) {
    return fmt::format("{} ({})", text, number);
  };
  return {
      {"Options",
       {
           {"output,o", "FILE", "the weights; FILE.csv and FILE.svg get the log",
            Path(refining.output)},
           {"resume", "", "go on where the last run for NEW.pf was stopped",
            Switch(refining.resume)},
           {"budget", "TIME", "to learn (10m)", Duration(to.budget)},
           {"programs", "N", with("that a step plays on", defaults.programs),
            Count(refining.programs, 1, 1000)},
           {"rollouts", "N", with("lists of each program in a step", defaults.rollouts),
            Count(refining.rollouts, 2, 1000)},
           {"length", "N", with("passes tried for a list", defaults.length),
            Count(refining.length, 1, 1000)},
           {"interval", "N", with("steps from one judgement to the next", defaults.interval),
            Count(refining.interval, 1, 1'000'000)},
           {"learning-rate", "X", with("of AdamW", defaults.learning_rate),
            Real(refining.learning_rate, 1e-8, 1)},
           {"entropy", "X", with("what it is worth not to be sure", defaults.entropy),
            Real(refining.entropy, 0, 10)},
           {"anchor", "X", with("what it costs to differ from MODEL.pf", defaults.anchor),
            Real(refining.anchor, 0, 1000)},
           {"validation", "X", with("share of families to judge on", defaults.validation_share),
            Real(refining.validation_share, 0, 0.9)},
           {"action-space", "NAME", "of the model: " + DescribeChoices(ActionSpaceNames()),
            Choice(to.action_space, ActionSpaceNames())},
           {"seed", "N", with("of everything random", defaults.seed), Count(refining.seed)},
           {"threads", "N", with("lists measured at once", defaults.threads),
            Count(refining.threads, 1, 1024)},
           {"force", "", "take programs of a test split too", Switch(to.force)},
           {"worker", "PROGRAM", "autotune-worker (the one beside autotune)",
            Text(to.worker_program)},
           {"quiet,q", "", "no line for each judgement", Switch(to.quiet)},
           {"help,h", "", "print this", Switch(to.help)},
       }},
  };
}

Result<RefineCommand> ParseRefineCommand(const std::vector<std::string>& arguments) {
  RefineCommand command;
  const Result<ParsedArguments> given = ParseInto(OptionTable(command), arguments);
  if (!given) return given.error();
  if (command.help) return command;
  if (given->operands.empty()) {
    return Invalid("no weights given: autotune-train refine MODEL.pf -o NEW.pf PROGRAM...");
  }
  if (command.refining.output.empty()) return Invalid("autotune-train refine needs -o NEW.pf");
  command.refining.start = given->operands.front();
  command.operands.assign(given->operands.begin() + 1, given->operands.end());
  if (command.operands.empty()) {
    return Invalid("no program given: autotune-train refine MODEL.pf -o NEW.pf PROGRAM...");
  }
  return command;
}

std::string RefineHelp() {
  RefineCommand unused;
  return "usage: autotune-train refine MODEL.pf -o NEW.pf [options] PROGRAM...\n"
         "\n"
         "Lets a trained model write lists for the programs, measures them, and makes what did "
         "well\n"
         "more probable (policy gradients, PPO). Now and then the model's own list, that of "
         "--method\n"
         "passformer, is measured on families of programs that it doesn't learn from; NEW.pf "
         "always\n"
         "has the weights that were best there, MODEL.pf's to begin with. Ctrl-C keeps them, and\n"
         "--resume goes on.\n"
         "PROGRAM is a file, or programs of a data set: dataset:SET[:SPLIT[:PATTERN]].\n"
         "\n"
         "  autotune-train refine passformer.pf -o better.pf --budget 1h dataset:debian-c:train\n"
         "  autotune-train refine passformer.pf -o mine.pf src/*/*.bc\n" +
         DescribeTable(OptionTable(unused));
}

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
    const Result<EnvironmentProgram> program =
        LoadEpisodeProgram(source, {.features = true}, *pool_, budget);
    if (!program) return program.error();
    const ProgramId id = program->root.next.program;
    Result<IrTokens> tokens = pool_->Tokenize(id, budget);
    if (!tokens) return tokens.error();
    if (!oz_.emplace(id, program->oz).second) return {};  // there already
    programs_.push_back({source.family, *std::move(tokens), program->root});
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
void ShowRefining(const JudgedProgress& progress, LiveLine& line) {
  if (progress.judgement) {
    line.Print(fmt::format("step {:<5} one list {:.4f}; {}{}", progress.step,
                           std::exp(*progress.judgement), FormatSeconds(progress.seconds),
                           progress.improved ? "" : "  (no better)"));
    return;
  }
  line.Redraw(fmt::format("step {:<5} lists on mean {:.4f} times smaller than the program",
                          progress.step, std::exp(progress.score.reward)));
}

void PrintOutcome(const RefineCommand& command, const JudgedOutcome& outcome) {
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

Result<JudgedOutcome> PlayAndLearn(const RefineCommand& command, Budget& budget) {
  const Result<const ModelPlugin*> plugin = OpenModelPlugin();
  if (!plugin) return plugin.error();
  const Result<ActionSpace> actions = LoadActionSpace(command.action_space);
  if (!actions) return actions.error();
  // Errors in the weights are said before all programs are measured.
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
      learning, [&line](const JudgedProgress& progress) { ShowRefining(progress, line); });
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
  const Result<JudgedOutcome> outcome = PlayAndLearn(*command, budget);
  // After a request to stop, only weights that can't be written are a failure.
  const bool stopped =
      signals.received() != 0 && !outcome && outcome.error().code == ErrorCode::kCancelled;
  if (!outcome && !stopped) return Fail(outcome.error());
  if (outcome) {
    const Status plotted = PlotTrainingLog(command->refining.output);
    if (!plotted.ok()) PrintWarning(plotted.error().message);
    PrintOutcome(*command, *outcome);
  }
  if (outcome && signals.received() != 0) {
    PrintTo(stderr, "autotune-train: stopped; --resume goes on from {}.checkpoint\n",
            command->refining.output.string());
  }
  return signals.received() != 0 ? 128 + signals.received() : kExitDone;
}

}  // namespace autotune
