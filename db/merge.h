#pragma once

#include <cstdint>
#include <filesystem>

#include "core/result.h"
#include "db/database.h"

namespace autotune {

struct MergeReport {
  std::uint64_t added = 0;
  std::uint64_t known = 0;       ///< were there: the run itself, or the same run of an experiment
  std::uint64_t unfinished = 0;  ///< left out: running, or of an experiment that will repeat them
};

/// Adds the runs that another database has and `into` lacks, with all that belongs to them, and the
/// levels it knows. All or nothing; once more, it adds nothing. Runs are known by their `uuid` and
/// get new numbers. One that is not over in `into`, nor alive there, gives way to the same one that
/// is over in the other. Errors as `Database`, of a damaged `from` before anything is taken from
/// it; `kInvalidArgument` where both are the same file.
Result<MergeReport> MergeResults(Database& into, const std::filesystem::path& into_file,
                                 const std::filesystem::path& from);

}  // namespace autotune
