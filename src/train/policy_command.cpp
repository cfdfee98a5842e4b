#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/action_space.h"
#include "core/quantity.h"
#include "dataset/parallel.h"
#include "eval/client/worker_pool.h"
#include "learn/environment.h"
#include "learn/episode_programs.h"
#include "learn/list_labels.h"
#include "learn/policy_player.h"
#include "learn/training_sources.h"
#include "model/policy/policy.h"
#include "model/policy_config.h"
#include "search/learned/coreset.h"
#include "term/console.h"
#include "term/live_line.h"
#include "term/option_parser.h"
#include "term/user_files.h"
#include "train/commands.h"
#include "train/training_plot.h"
#include "train/training_processes.h"
#include "tune/memory/file_lock.h"
#include "tune/model_host.h"
#include "tune/output/output_file.h"
#include "tune/signals.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

/// A command line of `autotune-train policy`.
struct PolicyCommand {
  std::vector<std::string> operands;  ///< the programs: files, or programs of data sets
  PolicyOptions training;
  std::optional<std::chrono::milliseconds> budget;
  std::uint64_t threads = 1;
  std::uint64_t min_instructions = 1;
  std::uint64_t max_instructions = 10'000;
  std::string action_space = "compilergym";
  std::string worker_program;  ///< empty: beside this executable
  bool force = false;          ///< take programs of a test split too
  bool quiet = false;
  bool help = false;
};

std::vector<Row> OptionTable(PolicyCommand& to) {
  Words<PolicyAlgorithm> algorithms;
  std::vector<std::string> names;
  for (const PolicyAlgorithmRow& row : kPolicyAlgorithms) {
    algorithms.emplace_back(row.name, row.id);
    names.emplace_back(row.name);
  }
  constexpr std::uint64_t kMany = 1'000'000;
  const PolicyCommand defaults;
  const PolicyOptions& standard = defaults.training;
  const PolicyOptions graph = DefaultPolicyOptions(PolicyAlgorithm::kGatv2);
  const PolicyOptions dream = DefaultPolicyOptions(PolicyAlgorithm::kCompilerDream);
  PolicyOptions& training = to.training;
  const auto with = [](const char* text, auto number) {
    return fmt::format("{} ({})", text, number);
  };
  const auto with_both = [](const char* text, auto number, auto of_gatv2) {
    return fmt::format("{} ({}; gatv2: {})", text, number, of_gatv2);
  };
  const auto with_all = [](const char* text, auto number, auto of_gatv2, auto of_dream) {
    return fmt::format("{} ({}; gatv2: {}; compilerdream: {})", text, number, of_gatv2, of_dream);
  };
  return {
      {"output,o", "FILE", "the weights; FILE.csv and FILE.svg get the log", Text(training.output)},
      {"algorithm", "NAME", DescribeChoices(names), Choice(training.config.algorithm, algorithms)},
      {"resume", "", "go on where the last run for FILE was stopped or killed",
       Switch(training.resume)},
      {"budget", "TIME", "stop so long after the first step, once programs are read (none)",
       Duration(to.budget)},
      {"steps", "N", "stop after so many steps (none)", Count(training.steps, 1, kMany)},
      {"processes", "N", with("that train together (gatv2)", standard.processes),
       Count(training.processes, 1, 256)},
      {"programs", "N", with_both("of a step of a process", standard.programs, graph.programs),
       Count(training.programs, 1, kMany)},
      {"episodes", "N",
       with_all("on each of them", standard.episodes, graph.episodes, dream.episodes),
       Count(training.episodes, 1, kMany)},
      {"epochs", "N",
       with_all("over a step's episodes, or draws", standard.epochs, graph.epochs, dream.epochs),
       Count(training.epochs, 1, kMany)},
      {"minibatch", "N", with_both("states in an update", standard.minibatch, graph.minibatch),
       Count(training.minibatch, 1, kMany)},
      {"width", "N",
       with_both("of each layer; of the last one", standard.config.width, graph.config.width),
       Count(training.config.width, 1, 4096)},
      {"layers", "N",
       fmt::format("of each network ({}; compilerdream: {}; gatv2: always 2)",
                   standard.config.layers, dream.config.layers),
       Count(training.config.layers, 1, 64)},
      {"memory", "N", with("numbers of the state (compilerdream)", standard.config.memory),
       Count(training.config.memory, 1, 4096)},
      {"latents", "N", with("categoricals of it (compilerdream)", standard.config.latents),
       Count(training.config.latents, 1, 256)},
      {"classes", "N", with("of each categorical (compilerdream)", standard.config.classes),
       Count(training.config.classes, 2, 256)},
      {"replay", "N", with("episodes to learn from (compilerdream)", standard.replay),
       Count(training.replay, 1, 100'000)},
      {"dreams", "N", with("imagined in an update (compilerdream)", standard.dreams),
       Count(training.dreams, 1, kMany)},
      {"interval", "N",
       fmt::format("steps from one judgement to the next ({}; nvp: {})", standard.interval,
                   DefaultPolicyOptions(PolicyAlgorithm::kNvp).interval),
       Count(training.interval, 1, kMany)},
      {"learning-rate", "X",
       fmt::format("of AdamW ({}; compilerdream: {})", standard.learning_rate, dream.learning_rate),
       Real(training.learning_rate, 1e-8, 1)},
      {"entropy", "X",
       with_all("weight of the entropy", standard.entropy, graph.entropy, dream.entropy),
       Real(training.entropy, 0, 10)},
      {"clip", "X", with("limit on the ratio of probabilities", standard.clip),
       Real(training.clip, 0.001, 1)},
      {"temperature", "X", with("of the targets (nvp)", standard.temperature),
       Real(training.temperature, 1e-4, 100)},
      {"validation", "X", with("share of families to judge on", standard.validation_share),
       Real(training.validation_share, 0, 0.9)},
      {"min-instructions", "N", with("smaller programs are left out", to.min_instructions),
       Count(to.min_instructions, 0)},
      {"max-instructions", "N", with("larger programs are left out", to.max_instructions),
       Count(to.max_instructions, 1)},
      {"action-space", "NAME", with("of the policy", defaults.action_space.c_str()),
       Choice(to.action_space, ActionSpaceNames())},
      {"seed", "N", with("of everything random", standard.seed), Count(training.seed)},
      {"threads", "N", with("passes run at once", defaults.threads), Count(to.threads, 1, 1024)},
      {"slots", "N", with_both("episodes side by side, a worker each", standard.slots, graph.slots),
       Count(training.slots, 1, 1024)},
      {"force", "", "take programs of a test split too", Switch(to.force)},
      {"worker", "PROGRAM", "autotune-worker (the one beside autotune)", Text(to.worker_program)},
      {"quiet,q", "", "no line for each judgement", Switch(to.quiet)},
      {"help,h", "", "print this", Switch(to.help)},
  };
}

Result<PolicyCommand> ParsePolicyCommand(const std::vector<std::string>& arguments) {
  PolicyCommand command;
  Result<ParsedArguments> given = ParseInto({{"Options", OptionTable(command)}}, arguments);
  if (!given) return given.error();
  // The defaults depend on the algorithm.
  PolicyOptions defaults = DefaultPolicyOptions(command.training.config.algorithm);
  command = {};
  command.training = std::move(defaults);
  given = ParseInto({{"Options", OptionTable(command)}}, arguments);
  if (!given) return given.error();
  if (command.help) return command;
  command.operands = std::move(given->operands);
  if (command.training.output.empty()) return Invalid("autotune-train policy needs -o FILE");
  if (command.operands.empty()) {
    return Invalid("no program given: autotune-train policy -o FILE PROGRAM...");
  }
  if (command.training.processes > 1 &&
      command.training.config.algorithm != PolicyAlgorithm::kGatv2) {
    return Invalid("--processes is for --algorithm gatv2");
  }
  return command;
}

std::string PolicyHelp() {
  PolicyCommand unused;
  return "usage: autotune-train policy -o FILE [options] PROGRAM...\n"
         "\n"
         "Trains a small network for the methods named like its algorithm. It sees counts of\n"
         "features, or with gatv2 the program's graph. ppo and gatv2 play episodes of passes "
         "and\n"
         "make what did well more probable; gatv2 can do so in several processes. dqn plays\n"
         "episodes and learns how much is still to be gained after each pass. nvp runs published\n"
         "lists on all programs first and learns which of them suit a program. compilerdream\n"
         "learns to predict what passes do, and tries passes in imagined episodes. Now and then "
         "the\n"
         "network is judged on families of programs that it doesn't learn from; FILE has the\n"
         "weights that were best there. --resume goes on after any end.\n"
         "PROGRAM is a file, or programs of a data set: dataset:SET[:SPLIT[:PATTERN]].\n"
         "\n"
         "  autotune-train policy --algorithm ppo -o ppo.pf --budget 1h dataset:csmith:train\n"
         "  autotune-train policy --algorithm dqn -o dqn.pf --budget 1h dataset:csmith:train\n"
         "  autotune-train policy --algorithm nvp -o nvp.pf --steps 4000 dataset:csmith:train\n"
         "  autotune-train policy --algorithm compilerdream -o compilerdream.pf --budget 2h \\\n"
         "    dataset:csmith:train\n"
         "  autotune-train policy --algorithm gatv2 --processes 2 -o gatv2.pf "
         "dataset:csmith:train\n" +
         DescribeTable({{"Options", OptionTable(unused)}});
}

/// A line for each judgement, and one that is redrawn for each step.
void ShowPolicy(const JudgedProgress& progress, LiveLine& line) {
  if (progress.judgement) {
    line.Print(fmt::format("step {:<6} Oz over one episode {:.4f}; {}{}", progress.step,
                           std::exp(*progress.judgement), FormatSeconds(progress.seconds),
                           progress.improved ? "" : "  (no better)"));
    return;
  }
  line.Redraw(fmt::format("step {:<6} Oz over what it learns from {:.4f}", progress.step,
                          std::exp(progress.score.reward)));
}

/// Tries the lists on all programs, `threads` programs at once.
Result<std::vector<ListedProgram>> LabelAll(const std::vector<EnvironmentProgram>& programs,
                                            const std::vector<PassSequence>& lists,
                                            Evaluator& evaluator, std::uint64_t threads,
                                            const Budget& budget) {
  std::vector<std::optional<Result<ListedProgram>>> labels(programs.size());
  ParallelFor(threads, programs.size(), budget, [&](std::size_t i) {
    labels[i] = LabelLists(programs[i], lists, evaluator, budget);
  });
  if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped before it began"};
  std::vector<ListedProgram> listed;
  for (auto& label : labels) {
    if (!label->ok()) return label->error();
    listed.push_back(*std::move(*label));
  }
  return listed;
}

Result<JudgedOutcome> Learn(PolicyCommand& command, Budget& budget) {
  const Result<const ModelPlugin*> plugin = OpenModelPlugin();
  if (!plugin) return plugin.error();
  const Result<ActionSpace> actions = LoadActionSpace(command.action_space);
  if (!actions) return actions.error();
  const Result<std::vector<TrainingSource>> sources =
      FindTrainingSources(command.operands, command.force, AnyDatasetsFolder());
  if (!sources) return sources.error();
  const bool ranks_lists = RowOf(command.training.config.algorithm).ranks_lists;
  const Result<std::unique_ptr<WorkerPool>> pool = WorkerPool::Start(
      *actions, {.workers = ranks_lists ? command.threads : command.training.slots,
                 .worker_program = command.worker_program});
  if (!pool) return pool.error();
  const Observe observe{.features = true,
                        .graph = RowOf(command.training.config.algorithm).sees_graph};
  const Result<std::vector<EnvironmentProgram>> programs = LoadEpisodePrograms(
      *sources, {command.min_instructions, command.max_instructions}, observe, **pool,
      command.threads, budget, [&command](const TrainingSource& source, const Error& error) {
        if (command.training.rank > 0) return;  // the first process says so
        PrintError(WithFile(source, error));
      });
  if (!programs) return programs.error();
  if (!command.quiet) {
    PrintTo(stderr, "autotune-train: {} programs of {} files\n", FormatCount(programs->size()),
            FormatCount(sources->size()));
  }
  const std::vector<PassSequence> lists =
      ranks_lists ? Coreset(*actions) : std::vector<PassSequence>();
  const Result<std::vector<ListedProgram>> listed =
      ranks_lists ? LabelAll(*programs, lists, **pool, command.threads, budget)
                  : std::vector<ListedProgram>();
  if (!listed) return listed.error();
  PolicyConfig& config = command.training.config;
  config.actions = static_cast<std::int64_t>(actions->size());
  config.outputs = ranks_lists ? static_cast<std::int64_t>(lists.size()) : config.actions;
  Environment environment(*actions, **pool, command.training.slots,
                          static_cast<std::uint32_t>(config.length), observe);
  PolicyPlayer player(environment, *programs, command.training.seed);
  Budget::Limits limits;
  if (command.budget) limits.deadline = Clock::now() + *command.budget;
  Budget learning(limits, &budget);
  LiveLine line(command.quiet);
  const PolicyTasks tasks{*actions, budget, ranks_lists ? nullptr : &player, *listed};
  return OnThreads(command.threads, [&] {
    return (*plugin)->train_policy(
        command.training, tasks, learning,
        [&line](const JudgedProgress& progress) { ShowPolicy(progress, line); });
  });
}

void RemoveMeeting(const PolicyOptions& training) {
  std::error_code ignored;
  if (training.processes > 1) std::filesystem::remove(training.meeting, ignored);
}

/// Starts the other processes of the training. If one fails, the program ends: whatever the first
/// process does, it will have to wait for that one.
Result<std::unique_ptr<TrainingProcesses>> StartProcesses(PolicyOptions& training) {
  training.meeting = training.output.string() + ".meeting";
  RemoveMeeting(training);
  auto processes = TrainingProcesses::Split(training.processes);
  if (!processes) return processes;
  training.rank = (*processes)->rank();
  (*processes)->Watch([output = training.output](const std::string& failure) {
    static std::once_flag once;
    std::call_once(once, [&] {
      PrintError(failure + "; --resume goes on from " + output.string() + ".checkpoint");
      std::_Exit(kExitFailure);
    });
  });
  return processes;
}

/// Runs a process that is not the first. The first one prints.
int FollowTraining(PolicyCommand& command) {
  command.quiet = true;
  command.budget.reset();
  Budget budget({});
  const Result<JudgedOutcome> outcome = Learn(command, budget);
  if (!outcome && outcome.error().code != ErrorCode::kWorkerLost) return Fail(outcome.error());
  return kExitDone;
}

}  // namespace

int RunPolicy(const Arguments& arguments) {
  Result<PolicyCommand> command = ParsePolicyCommand({arguments.begin() + 2, arguments.end()});
  if (!command) return Fail(command.error());
  if (command->help) {
    PrintText("{}", Composed{PolicyHelp()});
    return kExitDone;
  }
  const std::filesystem::path output = command->training.output;
  const std::vector<std::filesystem::path> inputs(command->operands.begin(),
                                                  command->operands.end());
  if (const Status status = CheckReplaceable(output, inputs); !status.ok()) {
    return Fail(status.error());
  }
  command->training.card = {{"command", DescribeCommandLine(arguments)}};
  const Result<FileLock> lock = FileLock::Take(output.string() + ".lock");
  if (!lock) return Fail(lock.error());
  // Before anything that has threads or processes of its own.
  const auto processes = StartProcesses(command->training);
  if (!processes) return Fail(processes.error());
  if (command->training.rank > 0) return FollowTraining(*command);
  Budget budget({});
  StopSignals signals;
  signals.Watch(budget);
  const Result<JudgedOutcome> outcome = Learn(*command, budget);
  RemoveMeeting(command->training);
  const bool stopped =
      signals.received() != 0 && !outcome && outcome.error().code == ErrorCode::kCancelled;
  if (!outcome && outcome.error().code == ErrorCode::kWorkerLost) (*processes)->Wait();
  if (!outcome && !stopped) return Fail(outcome.error());
  if (outcome) {
    const Status plotted = PlotTrainingLog(output);
    if (!plotted.ok()) PrintWarning(plotted.error().message);
    PrintText("{}: the best of {} steps is {}: Oz over one episode {:.4f}, {:.4f} before\n",
              output.string(), outcome->steps, outcome->best_step, std::exp(outcome->best),
              std::exp(outcome->before));
    PrintText("trained on {} programs, judged on {}\n", FormatCount(outcome->training_programs),
              outcome->validation_programs == 0
                  ? "these"
                  : FormatCount(outcome->validation_programs) + " of other families");
  }
  if (outcome && signals.received() != 0) {
    PrintTo(stderr, "autotune-train: stopped; --resume goes on from {}.checkpoint\n",
            output.string());
  }
  return signals.received() != 0 ? 128 + signals.received() : kExitDone;
}

}  // namespace autotune
