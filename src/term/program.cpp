#include "term/program.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "term/console.h"
#include "term/suggestion.h"

namespace autotune {

namespace {

/// Opens standard descriptors that are closed. Otherwise a socket of a worker or the database's
/// file would get their number, and printed text would go there.
void OpenStandardDescriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // It takes the lowest number that is free.
    if (fcntl(descriptor, F_GETFD) < 0) open("/dev/null", O_RDWR);
  }
}

/// Removes what the plugin would read in the processes of `opt` that this one starts.
void ForgetVariablesOfPlugin() {
  for (const char* const name : {"AUTOTUNE_PLAN", "AUTOTUNE_RECORD"}) unsetenv(name);
}

/// Output may be unwritten still: the disk is full, for one.
int Finish(int status) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  const int reason = errno != 0 ? errno : OutputError();
  const std::string why = reason == 0 ? "" : fmt::format(": {}", std::strerror(reason));
  PrintError("can't write to standard output" + why);
  return status == kExitDone ? kExitFailure : status;
}

}  // namespace

std::string DescribeCommands(const std::vector<Command>& commands) {
  std::string text;
  for (const Command& command : commands) {
    text += fmt::format("  {:<22} {}\n", command.name, command.help);
  }
  return text;
}

Arguments WithHelpOption(Arguments arguments) {
  if (arguments.size() == 2 && arguments[1] == "version") arguments[1] = "--version";
  if (arguments.size() < 2 || arguments[1] != "help") return arguments;
  arguments.erase(arguments.begin() + 1);
  arguments.emplace_back("--help");
  return arguments;
}

const Command* FindCommand(const std::vector<Command>& commands, const Arguments& arguments) {
  if (arguments.size() < 2) return nullptr;
  const auto found = std::ranges::find(commands, arguments[1], &Command::name);
  return found == commands.end() ? nullptr : &*found;
}

std::string SuggestCommand(const std::vector<Command>& commands, std::string_view word) {
  std::vector<std::string> names;
  for (const Command& command : commands) names.emplace_back(command.name);
  names.insert(names.end(), {"help", "version"});
  return Suggestion(word, names);
}

int RunProgram(int argc, char** argv, int (*run)(const Arguments&)) {
  OpenStandardDescriptors();
  ForgetVariablesOfPlugin();
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` is an error as any other
  std::signal(SIGCHLD, SIG_DFL);  // if inherited as ignored, it would hide how processes end
  try {
    return Finish(run({argv, argv + argc}));
  } catch (const std::exception& exception) {
    // Out of memory, mostly: expected failures are values.
    PrintError(exception.what());
    return kExitFailure;
  }
}

}  // namespace autotune
