#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/program.h"
#include "core/result.h"
#include "db/database.h"
#include "db/results_db.h"

namespace autotune {

/// Selection of runs; a member that is not given restricts nothing.
struct Selection {
  std::optional<std::string> experiment;
  std::optional<std::string> label;
};

/// Settings that runs must share to be compared.
struct Setting {
  std::string experiment;  ///< name of the experiment; empty: none
  std::string label;       ///< label given by the user; empty: none
  std::string objective;
  std::string llvm;
  std::string autotune;  ///< version of autotune
  std::string toolchain;
  /// Model asked for in measuring object sizes; `default`: the module's own.
  std::string code_model;
  std::string action_space;
  /// Fingerprint, since a space may change from version to version.
  std::string action_space_fingerprint;
  double budget_seconds = 0;
  std::optional<std::uint64_t> max_evaluations;
  std::uint64_t threads = 0;
  std::string variant{};  ///< options by which runs of a method differ; empty: the standard ones

  auto operator<=>(const Setting&) const = default;
};

/// Best value that a search knew from a moment on.
struct KnownValue {
  double seconds = 0;  ///< since the run started
  std::uint64_t value = 0;
};

struct StudiedRun {
  RunId run = 0;
  std::string method;
  std::string program;  ///< hash of the program
  std::string path;     ///< path of the program's file
  std::string name;     ///< name that no other program of the study has
  std::uint64_t seed = 0;
  std::string started_at;
  std::string machine;     ///< processor and number of cores
  std::string code_model;  ///< model that its object sizes were measured for
  RunStatus status = RunStatus::kFinished;
  std::uint64_t o0 = 0;  ///< objective of O0; `oz` and `best` are objectives, too
  std::optional<std::uint64_t> oz;
  std::optional<std::uint64_t> best;  ///< objective of the proved result; none if it has none
  bool is_level = false;  ///< true if the result is a standard level and no list of its own
  /// Objective of the best standard level; none if not known.
  std::optional<std::uint64_t> best_level;
  std::optional<double> wall_seconds;
  std::uint64_t evaluations = 0;
  std::uint64_t failures = 0;  ///< evaluations that failed
  std::optional<Cost> oz_cost;
  std::optional<Cost> best_cost;
  std::vector<KnownValue> curve;  ///< best values, in order of time
  /// Distinct passes of its proved list; empty if that is a level.
  std::vector<std::string> passes;
};

/// Runs that can be compared with each other.
struct Study {
  Setting setting;
  std::vector<StudiedRun> runs;
};

/// Returns the selected runs grouped by setting, the setting with the most runs first and runs by
/// number. Runs that still go on are left out, and so are curves and passes. Errors as `Database`.
Result<std::vector<Study>> LoadRuns(Database& database, const Selection& selection);

/// Returns the same as `LoadRuns`, with curves and passes.
Result<std::vector<Study>> LoadStudies(Database& database, const Selection& selection);

}  // namespace autotune
