#include "board/slurm.h"

#include <chrono>
#include <memory>

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

constexpr char kPartScript[] = R"sh(#!/bin/sh
# One task of `autotune COMMAND --slurm`. It begins with what FOLDER/known.db knows.
# usage: part.sh FOLDER TASKS AUTOTUNE COMMAND [WORD...]
task=$SLURM_ARRAY_TASK_ID folder=$1 tasks=$2 autotune=$3 command=$4
shift 4
database=$folder/$task-of-$tasks.db
if [ -e "$folder/known.db" ]; then  # a copy, since SQLite has no readers on several hosts
  cp "$folder/known.db" "$database.known" && "$autotune" db merge "$database" "$database.known"
  rm -f "$database.known"
fi
exec "$autotune" "$command" --shard "$task/$tasks" --db "$database" "$@"
)sh";

constexpr char kEndScript[] = R"sh(#!/bin/sh
# The end of `autotune COMMAND --slurm`. If DATABASE is `-`, nothing is merged. A task that made no
# database is left out.
# usage: end.sh FOLDER TASKS DATABASE OUTPUT AUTOTUNE COMMAND [WORD...]
folder=$1 tasks=$2 database=$3 output=$4
shift 4
for part in "$folder"/*-of-"$tasks".db; do
  [ "$database" = - ] || [ ! -e "$part" ] || "$1" db merge "$database" "$part" || exit
done
"$@" > "$output.new" && mv "$output.new" "$output"
)sh";

Words Joined(const std::vector<Words>& parts) {
  Words all;
  for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
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
      RunSubprocess(Joined({{"sbatch", "--parsable", "--requeue", "--open-mode=append"}, words}),
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

Result<SlurmJobs> SubmitToSlurm(const SlurmWork& work) {
  const fs::path& folder = work.folder;
  if (folder.string().find('\\') != std::string::npos) {
    return Error{ErrorCode::kInvalidArgument,
                 "Slurm takes no backslash in the path of a log: '" + folder.string() + "'"};
  }
  if (Status made = ReplaceFile(folder / "part.sh", kPartScript); !made) return made.error();
  if (Status made = ReplaceFile(folder / "end.sh", kEndScript); !made) return made.error();
  std::error_code ignored;  // once it is there again, it is the new one
  fs::remove(work.output, ignored);

  const std::string tasks = fmt::format("{}", work.tasks);
  const Result<std::string> parts = Submit(Joined(
      {{"--job-name=" + work.name, "--array=1-" + tasks,
        fmt::format("--cpus-per-task={}", work.cores), LogOption(folder, "%a-of-" + tasks + ".log"),
        folder / "part.sh", folder, tasks, OwnProgram()},
       work.command}));
  if (!parts) return parts.error();
  const Result<std::string> end =
      Submit(Joined({{"--job-name=" + work.name + "-end", "--dependency=afterany:" + *parts,
                      LogOption(folder, "end.log"), folder / "end.sh", folder, tasks,
                      work.database.empty() ? "-" : work.database, work.output, OwnProgram()},
                     work.finisher}));
  if (end) return SlurmJobs{*parts, *end};
  return Error{end.error().code, fmt::format("job {} makes the parts, but none follows it: {}",
                                             *parts, end.error().message)};
}

Status MakeKnown(const SlurmWork& work,
                 const std::function<Status(Database& known, const fs::path& file)>& fill) {
  const fs::path known = work.folder / "known.db";
  std::error_code ignored;  // there may be none
  fs::remove(known, ignored);
  if (work.database.empty() || !Exists(work.database)) return {};
  Status filled;
  {
    const Result<std::unique_ptr<Database>> database = Database::Open(known);
    filled = database ? fill(**database, known) : database.error();
  }
  if (!filled.ok()) fs::remove(known, ignored);
  return filled;
}

SlurmWork LeaderboardWork(const LeaderboardOptions& options, const LeaderboardConfig& config,
                          const fs::path& database) {
  // Another board may use this database at the same time.
  const fs::path folder = database.string() + "-slurm-" + config.name;
  Words words = {"leaderboard", fs::absolute(options.config)};
  if (!options.root.empty()) words.push_back("--root=" + fs::absolute(options.root).string());
  if (options.threads != 0) words.push_back(fmt::format("--threads={}", options.threads));
  return {.name = config.name,
          .folder = folder,
          .database = database,
          .output = folder / ("table." + options.format),
          .tasks = options.slurm,
          .cores = options.jobs * config.threads,
          .command = Joined({words, {fmt::format("--jobs={}", options.jobs)}}),
          .finisher = Joined(
              {words, {"--db=" + database.string(), "--no-run", "--format=" + options.format}})};
}

}  // namespace autotune
