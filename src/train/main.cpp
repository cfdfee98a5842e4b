#include "term/console.h"
#include "train/commands.h"

int main(int argc, char** argv) {
  autotune::SetProgramName("autotune-train");
  return autotune::RunProgram(argc, argv, autotune::RunAutotuneTrain);
}
