#include "cli/commands.h"

#include <vector>

#include <fmt/format.h>

#include "core/words.h"
#include "search/registry.h"
#include "term/console.h"
#include "tune/signals.h"
#include "tune/threads.h"
#include "ui/options.h"

namespace autotune {

namespace {

/// Commands that left for another program.
constexpr std::string_view kMoved = "collect coreset model train";

/// All but tuning, which has no name.
const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = {
      {"actions", "list the passes that a search may use", RunActions},
      {"bench", "print one signature of what all search methods find", RunBenchCommand},
      {"build", "tune a whole project through its own build", RunBuildCommand},
      {"cache", "show, prune or clear the remembered evaluations", RunCacheCommand},
      {"dataset", "build and check sets of programs", RunDataset},
      {"db", "share results between machines", RunDbCommand},
      {"doctor", "say what is missing on this machine, and how to mend it", RunDoctor},
      {"leaderboard", "run methods against each other", RunLeaderboardCommand},
      {"minimize", "drop the passes of a list that don't help", RunMinimize},
      {"query", "ask the database what earlier runs found", RunQueryCommand},
      {"replay", "let stock opt run a pass list, and verify it", RunReplay},
      {"report", "make a page with tables and charts of many runs", RunReport},
      {"show", "show one run: its curve, and what each pass of its list does", RunShow},
      {"validate", "run random programs with a pass list, which must print the same", RunValidate},
  };
  return commands;
}

}  // namespace

std::string HelpText() {
  std::string text =
      "usage: autotune [options] FILE...\n"
      "       autotune COMMAND ...              see the end\n"
      "\n"
      "Finds a list of LLVM passes that makes each FILE smaller than -Oz does. FILE is bitcode,\n"
      "textual IR, an object file with bitcode in it, LIB.a:MEMBER, or - for standard input.\n"
      "Stock opt has to reproduce the result; its command line is printed.\n"
      "\n"
      "  autotune --budget 60s -o small.bc bench.bc\n"
      "  autotune --quick -o small.bc bench.bc               # no search\n"
      "  autotune --objective object-size --json report.json bench.ll\n"
      "  autotune --check './run-tests {}' --check-as exe bench.bc\n"
      "  autotune --whole-program -o small.bc linked.bc      # all modules, by llvm-link\n"
      "  autotune --total-budget 1h -o tuned/ --json report.json suite/*.bc\n";
  text += DescribeTuneOptions();
  text += "\nMethods:\n";
  for (const Method& method : Methods()) {
    text += fmt::format("  {:<22} {}\n", method.name, method.help);
  }
  text += "\nCommands, each with a --help of its own:\n" + DescribeCommands(Commands());
  text +=
      "autotune-train makes the models that guide a search; see autotune-train --help.\n"
      "A file that is named like a command is given as ./actions.\n"
      "\n"
      "Exit status: 0 there is a result; 1 something failed; 2 wrong usage; 3 nothing better than\n"
      "the standard levels, with --fail-unless-better; 4 the budget is too short for any standard\n"
      "level, or for the file of -o;\n"
      "130, 143 or 129 stopped by Ctrl-C, SIGTERM or SIGHUP, with the best that was proved in a\n"
      "second. A second Ctrl-C stops at once.\n";
  return text;
}

int FailUnknown(std::string_view kind, std::string_view word) {
  const std::string suggestion = SuggestCommand(Commands(), word);
  return Fail({ErrorCode::kInvalidArgument,
               fmt::format("there is no {} '{}'{}", kind, word,
                           suggestion.empty() ? ": see autotune --help" : suggestion)});
}

int RunPipelineCommand(const Arguments& arguments, const PipelineCommand& command,
                       std::string_view help,
                       Status (*run)(TuneOptions&, const Budget&, const StopToken&)) {
  Result<TuneOptions> options =
      ParsePipelineOptions({arguments.begin() + 2, arguments.end()}, command);
  if (!options) return Fail(options.error());
  if (options->help) {
    PrintText("{}{}", Composed{help}, Composed{DescribePipelineOptions(command)});
    return kExitDone;
  }
  ChooseFiles(*options);
  if (options->threads == 0) options->threads = DefaultThreads();
  Budget budget(Budget::Limits{});
  StopSignals signals;
  signals.Watch(budget);
  Status status = run(*options, budget, signals.token());
  const int signal = signals.received();
  if (signal != 0 && !status.ok() && status.error().code == ErrorCode::kCancelled) {
    status = Error{ErrorCode::kCancelled, "stopped before there was anything to report"};
  }
  const int exit = status.ok() ? static_cast<int>(kExitDone) : Fail(status.error());
  return signal != 0 ? 128 + signal : exit;
}

int RunAutotune(const Arguments& given) {
  const Arguments arguments = WithHelpOption(given);
  if (const Command* const command = FindCommand(Commands(), arguments)) {
    return command->run(arguments);
  }
  if (arguments.size() > 1 && HasWord(kMoved, arguments[1])) {
    return Fail({ErrorCode::kInvalidArgument,
                 fmt::format("autotune {0} is now: autotune-train {0} ...", arguments[1])});
  }
  if (arguments.size() > 1 && arguments[1] == "refine") {
    return Fail({ErrorCode::kInvalidArgument,
                 "autotune refine is gone, for it gained nothing: autotune-train policy trains a "
                 "model by its own lists"});
  }
  const bool asks_for_help = arguments != given && given[1] == "help";
  if (asks_for_help && arguments[1] != "--help") return FailUnknown("command", arguments[1]);
  return RunTune(arguments);
}

}  // namespace autotune
