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

/// Which runs to look at; what is not given restricts nothing.
struct Selection {
  std::optional<std::string> experiment;
  std::optional<std::string> label;
};

/// What runs have to share to be compared.
struct Setting {
  std::string experiment;  ///< empty: none; likewise the label
  std::string label;
  std::string objective;
  std::string llvm;
  std::string autotune;  ///< its version
  std::string toolchain;
  std::string code_model;  ///< that object sizes were to be measured of, `default`: by the module
  std::string action_space;
  std::string action_space_fingerprint;  ///< a space may change from version to version
  double budget_seconds = 0;
  std::optional<std::uint64_t> max_evaluations;
  std::uint64_t threads = 0;

  auto operator<=>(const Setting&) const = default;
};

/// The best value a search knew from a moment on.
struct KnownValue {
  double seconds = 0;  ///< since the run started
  std::uint64_t value = 0;
};

struct StudiedRun {
  RunId run = 0;
  std::string method;
  std::string program;  ///< its hash
  std::string path;     ///< of its file
  std::string name;     ///< that no other program of the study has
  std::uint64_t seed = 0;
  std::string started_at;
  std::string machine;     ///< its processor and cores
  std::string code_model;  ///< that its object sizes were measured of
  RunStatus status = RunStatus::kFinished;
  std::uint64_t o0 = 0;  ///< value by the objective; so are `oz` and `best`
  std::optional<std::uint64_t> oz;
  std::optional<std::uint64_t> best;  ///< proved
  bool is_level = false;              ///< the result is no list of its own but a standard level
  std::optional<std::uint64_t> best_level;  ///< what the best of the standard levels comes to
  std::optional<double> wall_seconds;
  std::uint64_t evaluations = 0;
  std::uint64_t failures = 0;  ///< evaluations that failed
  std::optional<Cost> oz_cost;
  std::optional<Cost> best_cost;
  std::vector<KnownValue> curve;    ///< in order of time
  std::vector<std::string> passes;  ///< the different ones of its proved list, if that is no level
};

/// Runs that can be compared with each other.
struct Study {
  Setting setting;
  std::vector<StudiedRun> runs;
};

/// The selected runs by setting: that with the most runs first, runs by number. Those that are
/// still running are left out, and so are curves and passes. Errors as `Database`.
Result<std::vector<Study>> LoadRuns(Database& database, const Selection& selection);

/// The same with curves and passes.
Result<std::vector<Study>> LoadStudies(Database& database, const Selection& selection);

}  // namespace autotune
