#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"

namespace autotune {

/// What `autotune coreset` was asked for.
struct CoresetOptions {
  std::vector<std::string> operands;  ///< programs, as for `FindTrainingSources`
  std::vector<std::string> from;      ///< training files and results databases
  std::vector<std::string> lists;     ///< text files of further candidates
  std::uint64_t count = 32;           ///< lists to choose, at most
  std::uint64_t max_lists = 500;      ///< candidates that are tried
  std::uint64_t jobs = 0;             ///< 0: one a core
  std::uint64_t seed = 0;
  double cost_weight = 0.5;    ///< see `ChooseListsOptions`
  std::string worker_program;  ///< empty: beside this executable
  bool against_input = false;  ///< measure lists by the program as it came, not by what -Oz leaves
  bool table = false;          ///< print what each list does for each program, too
  bool force = false;          ///< learn from programs of a test split too
  bool quiet = false;
  bool help = false;
};

/// Reads the arguments after `coreset`. Errors: `kInvalidArgument`, one line.
Result<CoresetOptions> ParseCoresetOptions(const std::vector<std::string>& arguments);

std::string CoresetHelp();

}  // namespace autotune
