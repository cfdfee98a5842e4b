#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "board/config.h"
#include "board/job.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// Work that Slurm makes in parts. All paths are absolute.
struct SlurmWork {
  std::string name;                ///< of the jobs
  std::filesystem::path folder;    ///< for the tasks' databases, the logs and the scripts
  std::filesystem::path database;  ///< the tasks' databases are merged into it; empty: they are not
  std::filesystem::path output;    ///< file of what the last command prints, made at the end
  std::uint64_t tasks = 1;
  std::uint64_t cores = 1;            ///< of a task
  std::vector<std::string> command;   ///< words after `autotune` of each task
  std::vector<std::string> finisher;  ///< words after `autotune` of the last command
};

/// Numbers of jobs.
struct SlurmJobs {
  std::string parts;  ///< the array job of the tasks
  std::string end;    ///< the job after it
};

/// Makes `known.db` in the folder of the work, which its tasks begin with, or removes it if the
/// work has no database yet. `fill` copies into it what they have to know. Errors: those of `fill`;
/// the file can't be written.
Status MakeKnown(
    const SlurmWork& work,
    const std::function<Status(Database& known, const std::filesystem::path& file)>& fill);

/// Submits an array job by `sbatch`, and a job that waits for it. Task I of N runs the command with
/// `--shard I/N` and with `--db` and a database of its own in the folder. If Slurm stops a task and
/// starts it again, on whichever node, it goes on with that database. It begins with what
/// `known.db` in the folder has, if that is there. The last job merges them and runs the finisher.
///
/// Errors: `kNotFound` if there is no `sbatch`; `kIo` if it fails or a file can't be written;
/// `kInvalidArgument` for a path that Slurm can't take.
Result<SlurmJobs> SubmitToSlurm(const SlurmWork& work);

/// Returns the work of a leaderboard, with files beside its database.
SlurmWork LeaderboardWork(const LeaderboardOptions& options, const LeaderboardConfig& config,
                          const std::filesystem::path& database);

}  // namespace autotune
