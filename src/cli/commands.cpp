#include "cli/commands.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "cli/options.h"
#include "search/registry.h"
#include "term/console.h"

namespace autotune {

namespace {

/// Commands that left for another program.
constexpr std::array<std::string_view, 5> kMoved = {"collect", "coreset", "model", "refine",
                                                    "train"};

/// All but tuning, which has no name.
const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = {
      {"actions", "actions [SPACE] [--excluded] [--json]", "list the passes a search may use",
       RunActions},
      {"cache", "cache stats|prune|clear [options]", "look after what searches remember",
       RunCacheCommand},
      {"dataset", "dataset list|build|add|info|verify ...",
       "sets of programs; autotune dataset --help", RunDataset},
      {"db", "db merge INTO FROM...", "bring together what several machines found", RunDbCommand},
      {"leaderboard", "leaderboard CONFIG.toml [options]", "run methods against each other",
       RunLeaderboardCommand},
      {"minimize", "minimize FILE --passes TEXT", "drop the passes that don't help", RunMinimize},
      {"replay", "replay FILE --passes TEXT", "let stock opt-19 run a pipeline, and verify it",
       RunReplay},
      {"doctor", "doctor", "say what is missing on this machine, and how to mend it", RunDoctor},
      {"query", "query [NAME] [KEY=VALUE...]",
       "ask what earlier runs found; --help lists questions", RunQueryCommand},
      {"report", "report [--label L] [-o FILE]", "a page with tables and charts of many runs",
       RunReport},
      {"show", "show RUN", "one run: its curve, and what each pass of its list does", RunShow},
  };
  return commands;
}

}  // namespace

std::string HelpText() {
  std::string text =
      "usage: autotune [options] FILE...\n" + DescribeCommands("autotune", Commands()) +
      "\n"
      "Looks for a list of LLVM passes that makes each FILE (bitcode or textual IR) smaller than "
      "-Oz\n"
      "does, lets stock opt-19 reproduce it, and prints the opt line.\n"
      "\n"
      "  autotune --budget 60s -o small.bc bench.bc\n"
      "  autotune --objective object-size --json report.json bench.ll\n"
      "  autotune --check './run-tests {}' --check-as exe bench.bc\n"
      "  autotune --total-budget 1h -o tuned/ --json report.json suite/*.bc\n";
  text += DescribeTuneOptions();
  text += "\nMethods:\n";
  for (const Method& method : Methods()) {
    text += fmt::format("  {:<22} {}\n", method.name, method.help);
  }
  text +=
      "\n"
      "Exit status: 0 there is a result; 1 something failed; 2 wrong usage; 3 nothing better than\n"
      "the standard levels, with --fail-unless-better; 4 no standard level ended within the "
      "budget;\n"
      "130, 143 or 129 stopped by Ctrl-C, SIGTERM or SIGHUP, with the best that was proved within "
      "a\n"
      "second (a second Ctrl-C stops at once).\n"
      "A file that is named like a command is given as ./actions.\n";
  return text;
}

int RunAutotune(const Arguments& arguments) {
  if (const Command* const command = FindCommand(Commands(), arguments)) {
    return command->run(arguments);
  }
  if (arguments.size() > 1 && std::ranges::find(kMoved, arguments[1]) != kMoved.end()) {
    return Fail({ErrorCode::kInvalidArgument,
                 fmt::format("autotune {0} is now: autotune-train {0} ...", arguments[1])});
  }
  return RunTune(arguments);
}

}  // namespace autotune
