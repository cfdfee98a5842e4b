#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "model/training/training.h"

namespace autotune {

/// A command line of `autotune-train train`.
struct TrainCommand {
  std::vector<std::filesystem::path> sets;
  TrainOptions training;
  std::optional<std::chrono::milliseconds> budget;
  bool quiet = false;
  bool help = false;
};

/// Reads the arguments after `train`. Errors: `kInvalidArgument`, one line.
Result<TrainCommand> ParseTrainCommand(const std::vector<std::string>& arguments);

std::string TrainHelp();

}  // namespace autotune
