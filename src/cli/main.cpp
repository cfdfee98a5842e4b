#include <exception>

#include "cli/commands.h"
#include "cli/console.h"

int main(int argc, char** argv) {
  const autotune::Arguments arguments(argv, argv + argc);
  try {
    for (const autotune::Command& command : autotune::Commands()) {
      if (argc > 1 && arguments[1] == command.name) return command.run(arguments);
    }
    return autotune::RunTune(arguments);
  } catch (const std::exception& exception) {
    // Out of memory, mostly: expected failures are values.
    autotune::PrintError(exception.what());
    return autotune::kExitFailure;
  }
}
