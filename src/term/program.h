#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "term/console.h"

namespace autotune {

/// All of argv.
using Arguments = std::vector<std::string>;

/// A word that may stand first on the command line.
struct Command {
  std::string_view name;
  std::string_view help;
  int (*run)(const Arguments&);  ///< returns the exit status
};

/// One line of `--help` for each command.
std::string DescribeCommands(const std::vector<Command>& commands);

/// Returns what `help` or `version` as the first word means: `help replay` is `replay --help`,
/// `help` alone is `--help`, `version` is `--version`. Other arguments come back as they are.
Arguments WithHelpOption(Arguments arguments);

/// The command that the first argument names; null if it names none.
const Command* FindCommand(const std::vector<Command>& commands, const Arguments& arguments);

/// Returns what `Suggestion` says of a word that is no command.
std::string SuggestCommand(const std::vector<Command>& commands, std::string_view word);

/// The body of `main`: calls `run` with open standard descriptors, and without the environment
/// variables that are for the plugin in stock tools. Prints an exception as an error, and an error
/// if standard output can't be written. Returns the exit status.
int RunProgram(int argc, char** argv, int (*run)(const Arguments&));

}  // namespace autotune
