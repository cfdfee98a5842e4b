#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/result.h"
#include "db/database.h"

namespace autotune {

struct MergeReport {
  std::uint64_t added = 0;  ///< runs added
  /// Runs already there: the run itself, or the same run of an experiment.
  std::uint64_t known = 0;
  /// Runs left out: running, or of an experiment that will repeat them.
  std::uint64_t unfinished = 0;
  std::uint64_t builds = 0;  ///< builds added
};

/// Checks that a database is there and whole. Updates its schema if an older version wrote it.
/// Errors as `Database`.
Status CheckWhole(const std::filesystem::path& file);

/// Adds the runs and builds that `from` has and `into` lacks, with all that belongs to them, and
/// the levels that it knows. All or nothing; a repeated call adds nothing. Runs are known by their
/// `uuid` and get new numbers. A run in `into` that is not over, nor alive, gives way to the same
/// run in `from` that is over.
///
/// Errors as `Database`, also for a damaged `from`, before anything is taken from it;
/// `kInvalidArgument` if both are the same file.
Result<MergeReport> MergeResults(Database& into, const std::filesystem::path& into_file,
                                 const std::filesystem::path& from);

/// Drops builds and all runs but those of an experiment, which needs no others to go on, and gives
/// their space back. Errors as `Database`.
Status KeepExperimentAlone(Database& database, const std::string& experiment);

/// Adds what another machine needs of `from` to make its results again: the best list of each
/// program, objective and toolchain that is worth repeating (`kWorthRepeating`), its run, and the
/// program's levels. Paths, hosts, processes, labels, the user's check, curves and counts stay
/// behind. So do runs of experiments, which other machines may have to add as a whole. `into` has
/// to be new. Returns the number of lists. Errors as `MergeResults`.
Result<std::uint64_t> ExportLists(Database& into, const std::filesystem::path& from);

}  // namespace autotune
