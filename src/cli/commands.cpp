#include "cli/commands.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "cli/options.h"
#include "search/registry.h"

namespace autotune {

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = {
      {"actions", "actions [SPACE] [--excluded] [--json]", "list the passes a search may use",
       RunActions},
      {"bench", "bench [options]", "one signature of what all search methods find",
       RunBenchCommand},
      {"cache", "cache stats|prune|clear [options]", "look after what searches remember",
       RunCacheCommand},
      {"collect", "collect -o SET.db PROGRAM...", "search many programs for a model to learn",
       RunCollect},
      {"coreset", "coreset --from FILE PROGRAM...",
       "choose a few lists that are good for most programs", RunCoreset},
      {"dataset", "dataset list|build|add|info|verify ...",
       "sets of programs; autotune dataset --help", RunDataset},
      {"db", "db merge INTO FROM...", "bring together what several machines found", RunDbCommand},
      {"leaderboard", "leaderboard CONFIG.toml [options]", "run methods against each other",
       RunLeaderboardCommand},
      {"minimize", "minimize FILE --passes TEXT", "drop the passes that don't help", RunMinimize},
      {"model", "model info [WEIGHTS]", "what a model is like and where it comes from",
       RunModelCommand},
      {"replay", "replay FILE --passes TEXT", "let stock opt run a pipeline, and verify it",
       RunReplay},
      {"doctor", "doctor", "say what is missing on this machine, and how to mend it", RunDoctor},
      {"refine", "refine MODEL.pf -o NEW.pf PROGRAM...", "let a model learn from its own lists",
       RunRefine},
      {"query", "query [NAME] [KEY=VALUE...]",
       "ask what earlier runs found; --help lists questions", RunQueryCommand},
      {"report", "report [--label L] [-o FILE]", "a page with tables and charts of many runs",
       RunReport},
      {"show", "show RUN", "one run: its curve, and what each pass of its list does", RunShow},
      {"train", "train SET.db... -o FILE [options]", "make a model of what was collected",
       RunTrain},
  };
  return commands;
}

std::string HelpText() {
  std::string text = "usage: autotune [options] FILE...\n";
  for (const Command& command : Commands()) {
    text += fmt::format("       autotune {:<40} {}\n", command.usage, command.help);
  }
  text +=
      "\n"
      "Looks for a list of LLVM passes that makes each FILE (bitcode or textual IR) smaller than "
      "-Oz\n"
      "does, lets stock opt reproduce it, and prints the opt line.\n"
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

std::string DescribeCommandLine(const Arguments& arguments) {
  constexpr std::size_t kMostWords = 20;  // more are file names, most likely
  std::string line = "autotune";
  for (std::size_t i = 1; i < std::min(arguments.size(), kMostWords); ++i) {
    line += " " + std::filesystem::path(arguments[i]).filename().string();
  }
  return arguments.size() > kMostWords ? line + " ..." : line;
}

}  // namespace autotune
