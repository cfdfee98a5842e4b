#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/shard.h"
#include "tune/job.h"

namespace autotune {

/// The parts of a build that one call makes.
enum class BuildSteps {
  kAll,
  kRecord,  ///< the plain build and its check
  kTune,    ///< tuning a shard of what was recorded
  kApply,   ///< the build with what is known
};

/// The tuning of a project through its own build, as asked for.
struct BuildJob {
  std::vector<std::string> command;  ///< the user's build, at least one word
  std::string clean;                 ///< shell command before each whole build; empty: none
  std::string check;                 ///< shell command that judges a build; empty: none
  std::filesystem::path state;       ///< absolute; the units and their objects
  /// Linked files that are each tuned as one module; see `FindLinks`.
  std::vector<std::string> whole_programs;
  /// Sources, linked files or folders of them, to which tuning is limited; see `Choose`. Empty:
  /// all.
  std::vector<std::string> only;
  std::chrono::milliseconds budget{300'000};  ///< wall time of tuning, without the builds
  /// With `kApply`, the time of trying what is known; none: as long as the build takes, or ten
  /// minutes with `plan`.
  std::optional<std::chrono::milliseconds> following{};
  /// File of what was found, which other checkouts begin with; empty: none. Tuning writes it.
  std::filesystem::path plan{};
  BuildSteps steps = BuildSteps::kAll;
  Shard shard;              ///< of the modules to tune
  bool all_levels = false;  ///< true: units compiled with -O1 to -O3, too
  TuneJob tune;  ///< for each unit; its program, budget, objective and code model are set
};

}  // namespace autotune
