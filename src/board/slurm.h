#pragma once

#include <filesystem>
#include <string>

#include "board/config.h"
#include "board/job.h"
#include "core/result.h"

namespace autotune {

/// A leaderboard that was given to Slurm.
struct SlurmJobs {
  std::string runs;             ///< number of the array job that makes the runs
  std::string merge;            ///< number of the job after it, which merges their databases
  std::filesystem::path table;  ///< the last job makes this file
};

/// Submits a leaderboard by `sbatch`: an array job of `options.slurm` tasks, and one that waits for
/// it. Each task makes the runs of its shard in a database of its own, in the folder
/// DATABASE-slurm. If Slurm stops a task and starts it again, on whichever node, it goes on with
/// that database. The last job merges them into `database`, an absolute path, and writes the table.
///
/// Errors: `kNotFound` if there is no `sbatch`; `kIo` if it fails or a file can't be written;
/// `kInvalidArgument` for a path that Slurm can't take.
Result<SlurmJobs> SubmitLeaderboard(const LeaderboardOptions& options,
                                    const LeaderboardConfig& config,
                                    const std::filesystem::path& database);

}  // namespace autotune
