#include "train/commands.h"

int main(int argc, char** argv) {
  return autotune::RunProgram(argc, argv, autotune::RunAutotuneTrain);
}
