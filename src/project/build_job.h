#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tune/job.h"

namespace autotune {

/// The tuning of a project through its own build, as asked for.
struct BuildJob {
  std::vector<std::string> command;  ///< the user's build, at least one word
  std::string clean;                 ///< shell command before each whole build; empty: none
  std::string check;                 ///< shell command that judges a build; empty: none
  std::filesystem::path state;       ///< absolute; the units and their objects
  /// Linked files that are each tuned as one module; see `FindLinks`.
  std::vector<std::string> whole_programs;
  std::chrono::milliseconds budget{300'000};  ///< wall time of tuning, without the builds
  bool apply_only = false;                    ///< true: build with what is known already
  bool all_levels = false;                    ///< true: units compiled with -O1 to -O3, too
  TuneJob tune;  ///< for each unit; its program, budget, objective and code model are set
};

}  // namespace autotune
