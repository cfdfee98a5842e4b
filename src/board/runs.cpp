#include "board/runs.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "core/own_program.h"
#include "core/quantity.h"
#include "dataset/parallel.h"
#include "db/results_db.h"
#include "search/registry.h"
#include "term/console.h"
#include "tune/code_model_text.h"
#include "tune/input/loaded_program.h"
#include "tune/input/read_program.h"
#include "tune/memory/file_lock.h"
#include "tune/memory/level_cache.h"
#include "tune/threads.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

/// Returns the toolchain of the runs, which a worker tells.
Result<Hash128> FindToolchain(const CodeModel& code_model) {
  const Result<std::unique_ptr<WorkerPool>> pool =
      WorkerPool::Start(ActionSpace("none", {}, {}), {});
  if (!pool) return pool.error();
  return Toolchain((*pool)->llvm_version(), code_model);
}

/// Checks that the `opt` of the runs can be started.
Status CheckOpt() {
  const std::string program = TuneJob().opt_program;
  const Result<SubprocessResult> run =
      RunSubprocess({program, "--version"}, {}, Budget::Unlimited());
  if (!run) return run.error();
  if (run->Succeeded()) return {};
  return Error{ErrorCode::kIo, fmt::format("'{} --version' {}", program, HowItEnded(*run))};
}

/// Checks that the program's file is the one that the leaderboard began with.
Status CheckUnchanged(const BoardedProgram& program) {
  const Result<std::string> bytes = ReadProgram(program.file);
  if (!bytes) return bytes.error();
  if (HashBytes(*bytes) == program.id) return {};
  return Error{ErrorCode::kBadInput,
               fmt::format("'{}' has changed since the leaderboard began; start it again",
                           program.file.string())};
}

}  // namespace

BoardRuns::BoardRuns(LeaderboardOptions options, LeaderboardConfig config,
                     std::vector<BoardedProgram> programs, fs::path database,
                     TuneObserver& observer)
    : options_(std::move(options)),
      config_(std::move(config)),
      file_(std::move(database)),
      programs_(std::move(programs)),
      observer_(observer) {
  signals_.Watch(budget_);
}

Status BoardRuns::Make() {
  Result<std::unique_ptr<Database>> database = Database::Open(file_);
  if (!database) return database.error();
  database_ = *std::move(database);
  std::error_code ignored;  // one file must have one lock, whatever path names it
  const fs::path file = fs::weakly_canonical(file_, ignored);
  const Result<FileLock> lock =
      FileLock::Take((file.empty() ? file_ : file).string() + "-leaderboard");
  if (!lock) return lock.error();
  ResultsDb results(*database_);
  if (Status status = results.DropUnfinishedRuns(config_.name); !status.ok()) return status;
  if (Status status = Plan(); !status.ok()) return status;
  const Result<std::vector<LeaderboardCell>> missing = Missing();
  if (!missing) return missing.error();
  if (missing->empty()) return {};
  if (Status status = CheckOpt(); !status.ok()) return status;
  MakeMissing(*missing);

  if (Status status = results.DropUnfinishedRuns(config_.name); !status.ok()) return status;
  const Result<std::vector<LeaderboardCell>> left = Missing();
  if (!left) return left.error();
  left_ = left->size();
  return {};
}

Status BoardRuns::Plan() {
  const Result<ActionSpace> actions = LoadActionSpace(config_.action_space);
  if (!actions) return actions.error();
  action_space_fingerprint_ = actions->fingerprint();
  const Result<Hash128> toolchain = FindToolchain(config_.code_model);
  if (!toolchain) return toolchain.error();
  toolchain_ = *toolchain;
  checker_.emplace(config_, file_, toolchain_, observer_);
  plan_ = PlanLeaderboard(config_, programs_.size(), options_.shard);
  return {};
}

Result<std::vector<LeaderboardCell>> BoardRuns::Missing() const {
  const Result<std::set<ExperimentRun>> done = ResultsDb(*database_).DoneRuns(Settings());
  if (!done) return done.error();
  std::vector<LeaderboardCell> missing;
  std::ranges::copy_if(plan_, std::back_inserter(missing),
                       [&](const LeaderboardCell& cell) { return !done->contains(ToRun(cell)); });
  return missing;
}

ExperimentSettings BoardRuns::Settings() const {
  return {.experiment = config_.name,
          .toolchain = toolchain_,
          .objective = config_.objective,
          .action_space_fingerprint = action_space_fingerprint_,
          .threads = config_.threads};
}

ExperimentRun BoardRuns::ToRun(const LeaderboardCell& cell) const {
  const double seconds = std::chrono::duration<double>(cell.budget).count();
  return {programs_[cell.program].id, cell.method, seconds, cell.seed};
}

void BoardRuns::MakeMissing(std::vector<LeaderboardCell> missing) {
  const std::uint64_t cores = DefaultThreads();
  if (options_.jobs * config_.threads > cores) {
    PrintWarning(
        fmt::format("{} runs at once on {} threads each disturb one another: there are {} "
                    "cores",
                    options_.jobs, config_.threads, cores));
  }
  std::vector<std::size_t> programs;  // programs of the runs, each once, in the order of the runs
  milliseconds budgets{};
  for (const LeaderboardCell& cell : missing) {
    budgets += cell.budget;
    if (std::ranges::find(programs, cell.program) == programs.end()) {
      programs.push_back(cell.program);
    }
  }
  const std::vector<std::size_t> unknown = checker_->Unknown(programs_, programs);
  {
    const MutexLock lock(telling_);
    status_.emplace(LeaderboardStatus::Work{.runs = plan_.size(),
                                            .done = plan_.size() - missing.size(),
                                            .budget_left = budgets,
                                            .looks = unknown.size(),
                                            .jobs = options_.jobs,
                                            .methods = config_.methods.size()},
                    Terminal::Of(STDERR_FILENO, ColorMode::kNever));
  }
  std::vector<char> usable(programs_.size(), true);
  ParallelFor(options_.jobs, unknown.size(), budget_,
              [&](std::size_t i) { usable[unknown[i]] = LookAt(unknown[i]); });
  left_out_ =
      std::erase_if(missing, [&](const LeaderboardCell& cell) { return !usable[cell.program]; });
  for (const LeaderboardCell& cell : missing) budgets -= cell.budget;
  {
    const MutexLock lock(telling_);
    status_->OnDropped(left_out_, budgets);
  }
  ParallelFor(options_.jobs, missing.size(), budget_, [&](std::size_t i) { Run(missing[i]); });
  const MutexLock lock(telling_);
  status_->Clear();
}

bool BoardRuns::LookAt(std::size_t program) {
  const Result<std::vector<std::string>> warnings = checker_->At(programs_[program], budget_);
  if (budget_.cancelled()) return false;
  const MutexLock lock(telling_);
  status_->OnLook(programs_[program].name);
  if (warnings && warnings->empty()) return true;
  status_->Clear();
  if (!warnings) {
    PrintWarning(
        fmt::format("{} is left out: {}", programs_[program].name, warnings.error().message));
    return false;
  }
  for (const std::string& warning : *warnings) PrintWarning(warning);
  return true;
}

void BoardRuns::Run(const LeaderboardCell& cell) {
  const Clock::time_point begin = Clock::now();
  const Result<SubprocessResult> result = RunProcess(cell);
  const Clock::duration took = Clock::now() - begin;
  if (budget_.cancelled()) return;
  const BoardNews news = ReadNews(cell);
  const std::string name =
      fmt::format("{} {} seed {} {}", cell.method, programs_[cell.program].name, cell.seed,
                  FormatDuration(cell.budget));
  const MutexLock lock(telling_);
  status_->OnRun(cell.budget, took, fmt::format("{}  {}", name, news.outcome), news.standing);
  if (result && result->Succeeded()) return;
  status_->Clear();
  const std::string why = result ? HowItEnded(*result) : result.error().message;
  PrintWarning(fmt::format("{} failed: {}", name, why));
}

Result<SubprocessResult> BoardRuns::RunProcess(const LeaderboardCell& cell) const {
  const Status before = CheckUnchanged(programs_[cell.program]);
  if (!before.ok()) return before.error();
  std::vector<std::string> arguments = {OwnProgram().string(),
                                        programs_[cell.program].file.string(),
                                        "--experiment=" + config_.name,
                                        "--method=" + cell.method,
                                        "--budget=" + FormatDuration(cell.budget),
                                        fmt::format("--seed={}", cell.seed),
                                        fmt::format("--threads={}", config_.threads),
                                        fmt::format("--objective={}", Name(config_.objective)),
                                        "--action-space=" + config_.action_space,
                                        "--db=" + file_.string(),
                                        "--quiet"};
  std::ranges::copy(CodeModelArguments(config_.code_model), std::back_inserter(arguments));
  Result<SubprocessResult> result =
      RunSubprocess(arguments, {.time_limit = 2 * cell.budget + 3 * kLevelTimeLimit}, budget_);
  // The run is then of another program.
  const Status after = CheckUnchanged(programs_[cell.program]);
  if (!after.ok()) return after.error();
  return result;
}

/// Reads the news on a connection of its own, since several jobs may do this at once. The job that
/// tells last may have the older standing.
BoardNews BoardRuns::ReadNews(const LeaderboardCell& cell) const {
  const Result<std::unique_ptr<Database>> database = Database::OpenReadOnly(file_);
  if (!database) return {.outcome = database.error().message, .standing = ""};
  const Result<std::vector<Study>> studies = ReadBoardStudies(**database, config_, programs_);
  if (!studies) return {.outcome = studies.error().message, .standing = ""};
  return NewsOf(ToRun(cell), Settings(), *studies);
}

}  // namespace autotune
