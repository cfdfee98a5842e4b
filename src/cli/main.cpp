#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.h"
#include "term/console.h"

namespace autotune {
namespace {

/// One that is closed would become that of a worker or of the database, and what is printed would
/// go there.
void OpenStandardDescriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // It takes the lowest number that is free.
    if (fcntl(descriptor, F_GETFD) < 0) open("/dev/null", O_RDWR);
  }
}

int Run(const Arguments& arguments) {
  for (const Command& command : Commands()) {
    if (arguments.size() > 1 && arguments[1] == command.name) return command.run(arguments);
  }
  return RunTune(arguments);
}

/// What was printed may not have been written: the disk is full, for one.
int Finish(int status) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  const int reason = errno != 0 ? errno : OutputError();
  const std::string why = reason == 0 ? "" : fmt::format(": {}", std::strerror(reason));
  PrintError("can't write to standard output" + why);
  return status == kExitDone ? kExitFailure : status;
}

}  // namespace
}  // namespace autotune

int main(int argc, char** argv) {
  autotune::OpenStandardDescriptors();
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` is an error as any other
  try {
    return autotune::Finish(autotune::Run({argv, argv + argc}));
  } catch (const std::exception& exception) {
    // Out of memory, mostly: expected failures are values.
    autotune::PrintError(exception.what());
    return autotune::kExitFailure;
  }
}
