#include "train/commands.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/toolchain.h"
#include "dataset/find_programs.h"
#include "term/console.h"

namespace autotune {

namespace {

const std::vector<Command>& TrainCommands() {
  static const std::vector<Command> commands = {
      {"collect", "search many programs for a model to learn from", RunCollect},
      {"coreset", "choose a few lists that are good for most programs", RunCoreset},
      {"model", "describe a model and its origin", RunModelCommand},
      {"policy", "train a small policy by its own episodes, or a ranking of lists", RunPolicy},
      {"train", "make a model of collected searches", RunTrain},
  };
  return commands;
}

}  // namespace

std::string TrainProgramHelp() {
  return "usage: autotune-train COMMAND ...\n"
         "\n"
         "Makes the models and lists that guide the searches of autotune.\n"
         "\n"
         "  autotune-train collect -o train.db dataset:debian-c:train\n"
         "  autotune-train train train.db -o passformer.pf --budget 30m\n"
         "  autotune --method passformer+search --model passformer.pf bench.bc\n"
         "\n"
         "Commands, each with a --help of its own:\n" +
         DescribeCommands(TrainCommands()) +
         "train, policy and model need autotune-model.so beside the program.\n"
         "\n"
         "Exit status: 0 done; 1 something failed; 2 wrong usage; 130, 143 or 129 stopped by\n"
         "Ctrl-C, SIGTERM or SIGHUP, with all that was finished kept.\n";
}

std::string DescribeCommandLine(const Arguments& arguments) {
  constexpr std::size_t kMostWords = 20;  // more are file names, most likely
  std::string line = "autotune-train";
  for (std::size_t i = 1; i < std::min(arguments.size(), kMostWords); ++i) {
    const std::string& word = arguments[i];
    line += " " + (NamesDataset(word) ? word : std::filesystem::path(word).filename().string());
  }
  return arguments.size() > kMostWords ? line + " ..." : line;
}

int RunAutotuneTrain(const Arguments& given) {
  const Arguments arguments = WithHelpOption(given);
  if (const Command* const command = FindCommand(TrainCommands(), arguments)) {
    return command->run(arguments);
  }
  const std::string word = arguments.size() > 1 ? arguments[1] : "";
  if (word == "--help" || word == "-h") {
    PrintText("{}", Composed{TrainProgramHelp()});
    return kExitDone;
  }
  if (word == "--version") {
    PrintText("autotune-train {}\n", kVersion);
    return kExitDone;
  }
  if (word.empty()) {
    return Fail({ErrorCode::kInvalidArgument, "no command given: see autotune-train --help"});
  }
  const std::string suggestion = SuggestCommand(TrainCommands(), word);
  return Fail({ErrorCode::kInvalidArgument,
               fmt::format("there is no command '{}'{}", word,
                           suggestion.empty() ? ": see autotune-train --help" : suggestion)});
}

}  // namespace autotune
