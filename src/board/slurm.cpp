#include "board/slurm.h"

#include <chrono>
#include <vector>

#include <fmt/format.h>

#include "core/budget.h"
#include "core/file.h"
#include "core/own_program.h"
#include "eval/process/subprocess.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::chrono::minutes kSubmissionLimit{5};  ///< `sbatch` waits for a busy controller

// No name stands in a script: each gets its names as words, so that none of them needs quotes.

constexpr char kRunsScript[] = R"sh(#!/bin/sh
# One task of `autotune leaderboard --slurm`.
# usage: runs.sh TASKS AUTOTUNE leaderboard CONFIG.toml [OPTIONS], in the folder of the databases
tasks=$1
shift
exec "$@" --shard "$SLURM_ARRAY_TASK_ID/$tasks" --db "$SLURM_ARRAY_TASK_ID-of-$tasks.db"
)sh";

constexpr char kMergeScript[] = R"sh(#!/bin/sh
# The end of `autotune leaderboard --slurm`: a task that made no database is left out.
# usage: merge.sh TASKS DATABASE TABLE AUTOTUNE leaderboard CONFIG.toml [OPTIONS], there
tasks=$1 database=$2 table=$3
shift 3
"$1" db merge "$database" ./*-of-"$tasks".db &&
  "$@" --db "$database" --no-run > "$table.new" && mv "$table.new" "$table"
)sh";

Words Joined(const std::vector<Words>& parts) {
  Words all;
  for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// The command that both scripts complete, with absolute paths.
Words Command(const LeaderboardOptions& options) {
  Words words = {OwnProgram().string(), "leaderboard", fs::absolute(options.config).string()};
  if (!options.root.empty()) words.push_back("--root=" + fs::absolute(options.root).string());
  if (options.threads != 0) words.push_back(fmt::format("--threads={}", options.threads));
  return words;
}

/// Returns the option for the log of a job; in a path, Slurm acts on a single `%`.
std::string LogOption(const fs::path& folder, const std::string& pattern) {
  std::string option = "--output=";
  for (const char character : folder.string()) option.append(character == '%' ? 2 : 1, character);
  return option + "/" + pattern;
}

/// Returns the number of the job.
Result<std::string> Submit(const Words& words) {
  // `--parsable` prints the number, and the cluster after a semicolon if there are several.
  const Result<SubprocessResult> ended =
      RunSubprocess(Joined({{"sbatch", "--parsable", "--requeue"}, words}),
                    {.time_limit = kSubmissionLimit}, Budget(Budget::Limits{}));
  if (!ended) return ended.error();
  if (!ended->Succeeded()) return Error{ErrorCode::kIo, "sbatch " + HowItEnded(*ended)};
  const std::string job = ended->output.substr(0, ended->output.find_first_of(";\n"));
  if (job.empty() || job.find_first_not_of("0123456789") != job.npos) {
    return Error{ErrorCode::kIo, "sbatch printed no number of a job: '" + ended->output + "'"};
  }
  return job;
}

}  // namespace

Result<SlurmJobs> SubmitLeaderboard(const LeaderboardOptions& options,
                                    const LeaderboardConfig& config, const fs::path& database) {
  const fs::path folder = database.string() + "-slurm";
  if (folder.string().find('\\') != std::string::npos) {
    return Error{ErrorCode::kInvalidArgument,
                 "Slurm takes no backslash in the path of a log: '" + folder.string() + "'"};
  }
  SlurmJobs jobs{.runs = "", .merge = "", .table = folder / ("table." + options.format)};
  if (Status made = ReplaceFile(folder / "runs.sh", kRunsScript); !made) return made.error();
  if (Status made = ReplaceFile(folder / "merge.sh", kMergeScript); !made) return made.error();
  std::error_code ignored;  // once it is there again, it is the new one
  fs::remove(jobs.table, ignored);

  const std::string tasks = fmt::format("{}", options.slurm);
  const Words common = {"--chdir=" + folder.string(), "--open-mode=append"};
  const Result<std::string> runs =
      Submit(Joined({common,
                     {"--job-name=" + config.name, "--array=1-" + tasks,
                      fmt::format("--cpus-per-task={}", options.jobs * config.threads),
                      LogOption(folder, "%a-of-" + tasks + ".log"), folder / "runs.sh", tasks},
                     Command(options),
                     {fmt::format("--jobs={}", options.jobs)}}));
  if (!runs) return runs.error();
  const Result<std::string> merge =
      Submit(Joined({common,
                     {"--job-name=" + config.name + "-merge", "--dependency=afterany:" + *runs,
                      LogOption(folder, "merge.log"), folder / "merge.sh", tasks, database,
                      jobs.table.filename()},
                     Command(options),
                     {"--format=" + options.format}}));
  if (!merge) {
    return Error{merge.error().code, fmt::format("job {} makes the runs, but none merges them: {}",
                                                 *runs, merge.error().message)};
  }
  jobs.runs = *runs;
  jobs.merge = *merge;
  return jobs;
}

}  // namespace autotune
