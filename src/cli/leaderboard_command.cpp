#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "board/job.h"
#include "board/output.h"
#include "board/runs.h"
#include "board/slurm.h"
#include "board/studies.h"
#include "cli/commands.h"
#include "core/file.h"
#include "core/shard.h"
#include "dataset/find_programs.h"
#include "db/merge.h"
#include "report/board.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "term/user_files.h"
#include "tune/memory/run_database.h"
#include "ui/console_observer.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

constexpr std::string_view kHelp =
    "usage: autotune leaderboard CONFIG.toml [options]\n"
    "\n"
    "Runs methods against each other, each on every program with the same budget and "
    "threads,\n"
    "and prints the table. A run that is done is in the database; after Ctrl-C, kill -9 or a\n"
    "power cut the same command goes on.\n"
    "\n"
    "  autotune leaderboard night.toml --root ~/data/cbench-v1 > night.md\n"
    "  autotune leaderboard night.toml --jobs 16 --threads 4     a host with 64 cores\n"
    "  autotune leaderboard night.toml --shard 2/3 --db two.db   the second of three hosts\n"
    "  autotune leaderboard night.toml --no-run --format csv     what there is by now\n"
    "  autotune leaderboard night.toml --slurm 50 --db all.db    on 50 nodes, by sbatch\n";

constexpr std::string_view kFileHelp =
    "\n"
    "The file:\n"
    "\n"
    "  name = \"night\"                       # of the experiment in the database\n"
    "  methods = [\"greedy\", \"portfolio\"]    # autotune --help lists them\n"
    "  programs = [\"*.bc\", \"more/big.ll\"]   # below --root; "
    "\"dataset:debian-c:test:Oz/*\"\n"
    "                                       # is what a data set has in a split, by name\n"
    "  seeds = [1, 2, 3]\n"
    "  budgets = [\"10s\", \"60s\"]\n"
    "  threads = 4\n"
    "  action-space = \"full\"                # if not the default\n"
    "  objective = \"ir-instructions\"        # or object-size\n"
    "  relocation-model = \"static\"         # of object sizes, as mcpu, mattr, "
    "function-sections\n"
    "                                       # and data-sections, see autotune --help\n"
    "\n"
    "docs/leaderboard.md says how the runs are made and what the numbers mean.\n";

std::vector<Row> OptionTable(LeaderboardOptions& to) {
  return {
      {"root", "DIR", "where the programs are (beside CONFIG.toml)", Text(to.root)},
      {"db", "FILE", "where runs are kept (autotune.db of the user)", Text(to.database)},
      {"jobs", "J", "runs at once (1)", Count(to.jobs, 1, 1024)},
      {"threads", "T", "of each run (as the file says)", Count(to.threads, 1, 1024)},
      {"shard",
       "I/N",
       "only each N-th program, from the I-th on; see autotune db merge",
       {[&to](const std::string& text) { return ParseShard(text, to.shard); }}},
      {"slurm", "N", "have Slurm make the runs, in an array of N tasks; needs --db",
       Count(to.slurm, 1, 10'000)},
      {"format", "FORMAT", "md (default), csv or json", Choice(to.format, {"md", "csv", "json"})},
      {"no-run", "", "print the table of what is done, and nothing else", Switch(to.no_run)},
  };
}

/// Takes the file from the operands, and checks the options.
Status Complete(LeaderboardOptions& options, const ParsedArguments& given) {
  if (given.operands.size() != 1) return Invalid("autotune leaderboard takes one CONFIG.toml");
  options.config = given.operands.front();
  if (options.slurm == 0) return {};
  if (options.no_run || given.seen.contains("shard")) {
    return Invalid("--slurm goes with neither --shard nor --no-run");
  }
  if (options.database.empty()) {
    return Invalid("--slurm needs --db FILE, in a folder that all nodes share");
  }
  return {};
}

namespace fs = std::filesystem;

Result<LeaderboardConfig> ReadConfig(const LeaderboardOptions& options) {
  const Result<std::string> text = ReadText(options.config);
  if (!text) return text.error();
  Result<LeaderboardConfig> config = ParseLeaderboardConfig(*text, options.config.string());
  if (!config) return config;
  if (options.threads != 0) config->threads = options.threads;
  if (config->threads == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("say how many threads a run gets: --threads, or threads in '{}'",
                             options.config.string())};
  }
  return config;
}

Result<std::vector<FoundProgram>> FindFiles(const LeaderboardOptions& options,
                                            const LeaderboardConfig& config) {
  const fs::path root =
      options.root.empty() ? options.config.parent_path() : fs::path(options.root);
  std::error_code error;
  const fs::path absolute = fs::absolute(root.empty() ? "." : root, error);
  if (error) return Error{ErrorCode::kIo, "no current folder: " + error.message()};
  Result<fs::path> datasets = DatasetsFolder("");
  if (!datasets) return datasets.error();
  return FindPrograms(config.programs, {.root = absolute, .datasets = *std::move(datasets)});
}

/// Those that the config names. To print what there is it needs none of them.
Result<std::vector<BoardedProgram>> SelectPrograms(const LeaderboardOptions& options,
                                                   const LeaderboardConfig& config) {
  const Result<std::vector<FoundProgram>> files = FindFiles(options, config);
  if (!files && (!options.no_run || files.error().code != ErrorCode::kNotFound)) {
    return files.error();
  }
  const auto is_there = [](const FoundProgram& program) {
    std::error_code ignored;
    return fs::exists(program.file, ignored);
  };
  if (options.no_run && (!files || std::ranges::none_of(*files, is_there))) {
    PrintWarning(fmt::format("{}: the table is of all programs with runs",
                             files ? "no program is here" : files.error().message));
    return std::vector<BoardedProgram>();
  }
  BoardedPrograms found = IdentifyPrograms(*files);
  for (const std::string& warning : found.warnings) PrintWarning(warning);
  return std::move(found.programs);
}

Status PrintTable(const LeaderboardOptions& options, const LeaderboardConfig& config,
                  std::vector<BoardedProgram> programs, const fs::path& file) {
  const Result<std::unique_ptr<Database>> database = Database::OpenReadOnly(file);
  if (!database) return database.error();
  const Status found = FindGonePrograms(**database, config, programs);
  if (!found.ok()) return found;
  const Result<std::vector<Study>> studies = ReadBoardStudies(**database, config, programs);
  if (!studies) return studies.error();
  const std::vector<Board> boards = MakeBoards(*studies, programs);
  if (options.format == "csv") {
    PrintExact(FormatBoardCsv(boards));
  } else if (options.format == "json") {
    PrintExact(FormatBoardJson(config.name, boards));
  } else {
    PrintText("{}", Composed{FormatMarkdown(config.name, boards)});
  }
  return {};
}

/// Leaves the runs to Slurm.
int Submit(const LeaderboardOptions& options, const LeaderboardConfig& config,
           const fs::path& file) {
  const SlurmWork work = LeaderboardWork(options, config, fs::absolute(file));
  // What is done is not made again.
  const Status known = MakeKnown(work, [&](Database& into, const fs::path& file) -> Status {
    const Result<MergeReport> merged = MergeResults(into, file, work.database);
    return merged ? KeepExperimentAlone(into, config.name) : merged.error();
  });
  if (!known) PrintWarning("the tasks begin without the database: " + known.error().message);
  const Result<SlurmJobs> jobs = SubmitToSlurm(work);
  if (!jobs) return Fail(jobs.error());
  PrintText(
      "Job {} of Slurm makes the runs. Then job {} merges them into '{}'\n"
      "and writes the table to '{}'.\n",
      jobs->parts, jobs->end, work.database.string(), work.output.string());
  return kExitDone;
}

std::string LeftText(const BoardRuns& runs) {
  std::string text = fmt::format("{} of {} runs left no result", runs.left(), runs.planned());
  if (runs.left_out() > 0) text += fmt::format(", {} on programs left out", runs.left_out());
  if (runs.left() == runs.left_out()) return text;
  return text + "; the same command tries " + (runs.left_out() > 0 ? "the others" : "them") +
         " again";
}

int Run(LeaderboardOptions& options, const ParsedArguments& given) {
  if (const Status status = Complete(options, given); !status.ok()) return Fail(status.error());
  const Result<LeaderboardConfig> config = ReadConfig(options);
  if (!config) return Fail(config.error());
  Result<fs::path> file = DatabasePath(options.database);
  if (!file) return Fail(file.error());
  const Result<std::vector<BoardedProgram>> programs = SelectPrograms(options, *config);
  if (!programs) return Fail(programs.error());
  if (options.slurm != 0) return Submit(options, *config, *file);
  int exit = kExitDone;
  if (!options.no_run) {
    ConsoleObserver observer({});
    BoardRuns runs(options, *config, *programs, fs::absolute(*file), observer);
    const Status made = runs.Make();
    if (!made.ok()) return Fail(made.error());
    if (runs.signal() != 0) {
      PrintTo(stderr,
              "autotune: stopped with {} of {} runs done; the same command goes on, --no-run "
              "prints the table\n",
              runs.planned() - runs.left(), runs.planned());
      return 128 + runs.signal();
    }
    if (runs.left() > 0) {
      PrintError(LeftText(runs));
      exit = kExitFailure;
    }
  }
  const Status printed = PrintTable(options, *config, *programs, *file);
  return printed.ok() ? exit : Fail(printed.error());
}

}  // namespace

int RunLeaderboardCommand(const Arguments& arguments) {
  LeaderboardOptions options;
  return RunCommand(
      arguments, kHelp, {{"Options", OptionTable(options)}},
      [&](const ParsedArguments& given) { return Run(options, given); }, kFileHelp);
}

}  // namespace autotune
