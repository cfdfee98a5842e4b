#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/board_programs.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/dataset_options.h"
#include "cli/file_lock.h"
#include "cli/jobs.h"
#include "cli/leaderboard_options.h"
#include "cli/leaderboard_output.h"
#include "cli/leaderboard_status.h"
#include "cli/level_cache.h"
#include "cli/loaded_program.h"
#include "cli/quantity.h"
#include "cli/run_database.h"
#include "cli/signals.h"
#include "db/results_db.h"
#include "report/board.h"
#include "report/program_names.h"
#include "report/study.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

struct BoardedProgram {
  fs::path file;
  ProgramId id;
  std::string name{};  ///< that no other program here has
};

/// `autotune leaderboard`: each run is a process of its own, which records itself. This one plans,
/// starts and watches them; what is done is what the database says.
class Leaderboard {
 public:
  Leaderboard(LeaderboardOptions options, LeaderboardConfig config, fs::path database)
      : options_(std::move(options)), config_(std::move(config)), file_(std::move(database)) {
    signals_.Watch(budget_);
  }
  ~Leaderboard() { signals_.Unwatch(); }
  Leaderboard(const Leaderboard&) = delete;
  Leaderboard& operator=(const Leaderboard&) = delete;

  /// Makes the runs that are missing. Errors: nothing could be run, or some runs have no result.
  Status Run();
  int signal() const { return signals_.received(); }

 private:
  Status PreparePrograms();
  void NamePrograms();
  Result<BoardedProgram> Prepare(const fs::path& file, RunDatabase& database);
  void RunCells(std::size_t planned, const std::vector<LeaderboardCell>& missing);
  Result<std::vector<LeaderboardCell>> Missing(const std::vector<LeaderboardCell>& plan);
  Job ToJob(const LeaderboardCell& cell) const;
  void Tell(const LeaderboardCell& cell, const Result<SubprocessResult>& result,
            LeaderboardStatus& status);
  bool stopped() const { return signals_.received() != 0; }

  const LeaderboardOptions options_;
  const LeaderboardConfig config_;
  const fs::path file_;
  std::unique_ptr<Database> database_;
  std::vector<BoardedProgram> programs_;
  Hash128 action_space_fingerprint_;
  Hash128 toolchain_;
  Budget budget_{Budget::Limits{}};
  StopSignals signals_;
};

Status Leaderboard::Run() {
  Result<std::unique_ptr<Database>> database = Database::Open(file_);
  if (!database) return database.error();
  database_ = *std::move(database);
  const Result<FileLock> lock = FileLock::Take(file_.string() + "-leaderboard");
  if (!lock) return lock.error();
  ResultsDb results(*database_);
  if (Status status = results.DropUnfinishedRuns(config_.name); !status.ok()) return status;
  if (Status status = PreparePrograms(); !status.ok()) {
    if (!stopped()) return status;
    fmt::print(stderr, "autotune: stopped before the first run\n");
    return {};
  }
  const std::vector<LeaderboardCell> plan =
      PlanLeaderboard(config_, programs_.size(), options_.shard);
  const Result<std::vector<LeaderboardCell>> missing = Missing(plan);
  if (!missing) return missing.error();
  if (missing->empty()) return {};
  RunCells(plan.size(), *missing);

  if (Status status = results.DropUnfinishedRuns(config_.name); !status.ok()) return status;
  const Result<std::vector<LeaderboardCell>> left = Missing(plan);
  if (!left) return left.error();
  if (stopped()) {
    fmt::print(stderr,
               "autotune: stopped with {} of {} runs done; the same command goes on, --no-run "
               "prints the table\n",
               plan.size() - left->size(), plan.size());
    return {};
  }
  if (left->empty()) return {};
  return Error{ErrorCode::kIo, fmt::format("{} of {} runs left no result; the same command tries "
                                           "them again",
                                           left->size(), plan.size())};
}

/// Loads every program, so that one that can't be used is known before the night, and measures
/// its levels, so that no run has to.
Status Leaderboard::PreparePrograms() {
  const fs::path root =
      options_.root.empty() ? options_.config.parent_path() : fs::path(options_.root);
  std::error_code error;
  const fs::path absolute = fs::absolute(root.empty() ? "." : root, error);
  if (error) return Error{ErrorCode::kIo, "no current folder: " + error.message()};
  Result<fs::path> datasets = DatasetOptions().SetsFolder();
  if (!datasets) return datasets.error();
  const Result<std::vector<fs::path>> files =
      FindPrograms(config_.programs, {.root = absolute, .datasets = *std::move(datasets)});
  if (!files) return files.error();
  const Result<ActionSpace> actions = LoadActionSpace(config_.action_space);
  if (!actions) return actions.error();
  action_space_fingerprint_ = actions->fingerprint();
  TuneOptions options;
  options.database = file_.string();
  RunDatabase database;
  database.Open(options);
  fmt::print(stderr, "autotune: looking at {} programs\n", files->size());
  for (const fs::path& file : *files) {
    Result<BoardedProgram> program = Prepare(file, database);
    if (!program) return program.error();
    const auto twin = std::ranges::find(programs_, program->id, &BoardedProgram::id);
    if (twin == programs_.end()) {
      programs_.push_back(*std::move(program));
    } else {
      PrintWarning(fmt::format("'{}' is left out: it is the same program as '{}'", file.string(),
                               twin->file.string()));
    }
  }
  NamePrograms();
  return {};
}

void Leaderboard::NamePrograms() {
  std::map<std::string, fs::path> paths;
  for (const BoardedProgram& program : programs_) paths[ToHex(program.id)] = program.file;
  const std::map<std::string, std::string> names = DistinctNames(paths);
  for (BoardedProgram& program : programs_) program.name = names.at(ToHex(program.id));
}

Result<BoardedProgram> Leaderboard::Prepare(const fs::path& file, RunDatabase& database) {
  Result<ActionSpace> actions = LoadActionSpace(config_.action_space);
  if (!actions) return actions.error();
  TuneOptions options;
  options.program = file;
  options.objective = config_.objective;
  options.threads = config_.threads;
  const Result<LoadedProgram> loaded = LoadProgram(options, *std::move(actions));
  if (!loaded) return loaded.error();
  const Result<LevelMeasurements> measured =
      MeasureLevelsCached(*loaded->pool, loaded->program, kLevelTimeLimit, budget_, database);
  if (!measured) return measured.error();
  if (!measured->baselines.levels.contains(Level::kOz)) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("'{}' can't be compared: -Oz fails on it", file.string())};
  }
  toolchain_ = Toolchain(loaded->pool->llvm_version());
  return BoardedProgram{file, loaded->program.root.next.program};
}

Result<std::vector<LeaderboardCell>> Leaderboard::Missing(
    const std::vector<LeaderboardCell>& plan) {
  const Result<std::set<ExperimentRun>> done =
      ResultsDb(*database_)
          .DoneRuns({.experiment = config_.name,
                     .toolchain = toolchain_,
                     .objective = config_.objective,
                     .action_space_fingerprint = action_space_fingerprint_,
                     .threads = config_.threads});
  if (!done) return done.error();
  std::vector<LeaderboardCell> missing;
  for (const LeaderboardCell& cell : plan) {
    const double seconds = std::chrono::duration<double>(cell.budget).count();
    if (!done->contains({programs_[cell.program].id, cell.method, seconds, cell.seed})) {
      missing.push_back(cell);
    }
  }
  return missing;
}

Job Leaderboard::ToJob(const LeaderboardCell& cell) const {
  std::error_code ignored;  // it is where it was started from, or nothing can be
  return {{fs::read_symlink("/proc/self/exe", ignored).string(),
           programs_[cell.program].file.string(), "--experiment=" + config_.name,
           "--method=" + cell.method, "--budget=" + FormatDuration(cell.budget),
           fmt::format("--seed={}", cell.seed), fmt::format("--threads={}", config_.threads),
           fmt::format("--objective={}", Name(config_.objective)),
           "--action-space=" + config_.action_space, "--db=" + file_.string(), "--quiet"},
          2 * cell.budget + 3 * kLevelTimeLimit};
}

void Leaderboard::RunCells(std::size_t planned, const std::vector<LeaderboardCell>& missing) {
  const std::uint64_t cores = std::max(1u, std::thread::hardware_concurrency());
  if (options_.jobs * config_.threads > cores) {
    PrintWarning(
        fmt::format("{} runs at once on {} threads each disturb one another: there are {} "
                    "cores",
                    options_.jobs, config_.threads, cores));
  }
  std::vector<Job> jobs;
  milliseconds budgets{};
  for (const LeaderboardCell& cell : missing) {
    jobs.push_back(ToJob(cell));
    budgets += cell.budget;
  }
  LeaderboardStatus status({.runs = planned,
                            .done = planned - missing.size(),
                            .budget_left = budgets,
                            .jobs = options_.jobs,
                            .methods = config_.methods.size()},
                           Terminal::Of(STDERR_FILENO, ColorMode::kNever));
  RunJobs(jobs, options_.jobs, budget_,
          [&](std::size_t index, const Result<SubprocessResult>& result) {
            Tell(missing[index], result, status);
          });
  status.Clear();
}

/// The runs by setting. Those of other methods than the file has would hold up the comparison.
Result<std::vector<Study>> ReadStudies(Database& database, const LeaderboardConfig& config) {
  Result<std::vector<Study>> studies = LoadRuns(database, {.experiment = config.name, .label = {}});
  if (!studies) return studies;
  for (Study& study : *studies) {
    std::erase_if(study.runs, [&](const StudiedRun& run) {
      return std::ranges::find(config.methods, run.method) == config.methods.end();
    });
  }
  std::erase_if(*studies, [](const Study& study) { return study.runs.empty(); });
  std::ranges::sort(*studies, {}, &Study::setting);
  return studies;
}

std::string WhyFailed(const Result<SubprocessResult>& result) {
  if (!result) return result.error().message;
  if (result->timed_out) return "it did not end";
  if (result->signal != 0) return fmt::format("signal {} ended it", result->signal);
  std::string text = result->error_output;
  while (text.ends_with('\n')) text.pop_back();
  return text.empty() ? fmt::format("exit status {}", result->exit_code)
                      : text.substr(text.rfind('\n') + 1);
}

void Leaderboard::Tell(const LeaderboardCell& cell, const Result<SubprocessResult>& result,
                       LeaderboardStatus& status) {
  const BoardedProgram& program = programs_[cell.program];
  std::string outcome = "no result";
  std::string standing;
  const double seconds = std::chrono::duration<double>(cell.budget).count();
  const Result<std::vector<Study>> studies = ReadStudies(*database_, config_);
  for (const Study& study : studies ? *studies : std::vector<Study>()) {
    if (study.setting.budget_seconds != seconds) continue;
    standing = FormatStanding(MakeBoard(study));
    for (const StudiedRun& run : study.runs) {
      if (run.program != ToHex(program.id) || run.method != cell.method || run.seed != cell.seed ||
          !run.best || !run.oz) {
        continue;
      }
      outcome = fmt::format("{} of {}: ratio {:.3f}", FormatCount(*run.best), FormatCount(*run.oz),
                            static_cast<double>(*run.oz) /
                                static_cast<double>(std::max<std::uint64_t>(*run.best, 1)));
    }
  }
  const std::string name = fmt::format("{} {} seed {} {}", cell.method, program.name, cell.seed,
                                       FormatDuration(cell.budget));
  status.OnRun(cell.budget, fmt::format("{}  {}", name, outcome), standing);
  if (result && result->Succeeded()) return;
  status.Clear();
  PrintWarning(fmt::format("{} failed: {}", name, WhyFailed(result)));
}

Result<LeaderboardConfig> ReadConfig(const LeaderboardOptions& options) {
  std::ifstream stream(options.config, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream) {
    return Error{ErrorCode::kNotFound, fmt::format("can't read '{}'", options.config.string())};
  }
  Result<LeaderboardConfig> config = ParseLeaderboardConfig(text, options.config.string());
  if (!config) return config;
  if (options.threads != 0) config->threads = options.threads;
  if (config->threads == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("say how many threads a run gets: --threads, or threads in '{}'",
                             options.config.string())};
  }
  return config;
}

Status PrintTable(const LeaderboardOptions& options, const LeaderboardConfig& config,
                  const fs::path& file) {
  const Result<std::unique_ptr<Database>> database = Database::OpenReadOnly(file);
  if (!database) return database.error();
  const Result<std::vector<Study>> studies = ReadStudies(**database, config);
  if (!studies) return studies.error();
  std::vector<Board> boards;
  std::ranges::transform(*studies, std::back_inserter(boards), MakeBoard);
  if (options.format == "csv") {
    fmt::print("{}", FormatBoardCsv(boards));
  } else if (options.format == "json") {
    fmt::print("{}", FormatBoardJson(config.name, boards));
  } else {
    fmt::print("{}", FormatMarkdown(config.name, boards));
  }
  return {};
}

}  // namespace

int RunLeaderboardCommand(const Arguments& arguments) {
  const Result<LeaderboardOptions> options =
      ParseLeaderboardOptions({arguments.begin() + 2, arguments.end()});
  if (!options) return Fail(options.error());
  if (options->help) {
    fmt::print("{}", LeaderboardHelp());
    return kExitDone;
  }
  const Result<LeaderboardConfig> config = ReadConfig(*options);
  if (!config) return Fail(config.error());
  TuneOptions named;
  named.database = options->database;
  Result<fs::path> file = DatabasePath(named);
  if (!file) return Fail(file.error());
  if (!options->no_run) {
    Leaderboard leaderboard(*options, *config, fs::absolute(*file));
    const Status status = leaderboard.Run();
    if (leaderboard.signal() != 0) return 128 + leaderboard.signal();
    if (!status.ok()) return Fail(status.error());
  }
  const Status printed = PrintTable(*options, *config, *file);
  return printed.ok() ? static_cast<int>(kExitDone) : Fail(printed.error());
}

}  // namespace autotune
