#include <exception>

#include "cli/commands.h"
#include "cli/console.h"

int main(int argc, char** argv) {
  using namespace autotune;
  const Arguments arguments(argv, argv + argc);
  try {
    for (const Command& command : Commands()) {
      if (argc > 1 && arguments[1] == command.name) return command.run(arguments);
    }
    return RunTune(arguments);
  } catch (const std::exception& exception) {
    // Out of memory, mostly: expected failures are values.
    PrintError(exception.what());
    return kExitFailure;
  }
}
