#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/result.h"
#include "model/refining.h"

namespace autotune {

/// What `autotune refine` was asked for.
struct RefineCommand {
  std::vector<std::string> operands;  ///< the programs: files, or programs of data sets
  RefineOptions refining;
  std::chrono::milliseconds budget{600'000};
  std::string action_space = "full";
  std::string worker_program;  ///< empty: beside this executable
  bool force = false;          ///< take programs of a test split too
  bool quiet = false;
  bool help = false;
};

/// Reads the arguments after `refine`. Errors: `kInvalidArgument`, one line.
Result<RefineCommand> ParseRefineCommand(const std::vector<std::string>& arguments);

std::string RefineHelp();

}  // namespace autotune
