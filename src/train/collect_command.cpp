#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/global_control.h>

#include "core/action_space.h"
#include "core/mutex.h"
#include "core/quantity.h"
#include "dataset/parallel.h"
#include "db/training_db.h"
#include "learn/collect_job.h"
#include "learn/collect_program.h"
#include "learn/edit_log.h"
#include "learn/training_sources.h"
#include "search/registry.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "term/user_files.h"
#include "train/commands.h"
#include "tune/input/read_program.h"
#include "tune/model_host.h"
#include "tune/signals.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

constexpr std::string_view kCollectHelp =
    "usage: autotune-train collect -o SET.db [options] PROGRAM...\n"
    "\n"
    "Runs a search on each program and keeps what a model can learn from it: the best lists,\n"
    "what the program was like after each of their passes, and what the search knows of "
    "every\n"
    "pass there. Programs that are in SET.db already are left out, so the same command goes "
    "on\n"
    "where it was stopped; Ctrl-C keeps all programs that are finished. PROGRAM is a file, "
    "or\n"
    "programs of a data set: dataset:SET[:SPLIT[:PATTERN]].\n"
    "\n"
    "  autotune-train collect -o train.db dataset:debian-c:train\n"
    "  autotune-train collect -o mine.db --budget 30s --jobs 8 src/*.bc\n"
    "  autotune-train collect -o train.db --seeds-from results.db dataset:debian-c:train\n";

std::vector<Row> OptionTable(CollectOptions& to) {
  return {
      {"output,o", "FILE", "where programs are added", Text(to.output)},
      {"budget", "TIME", "for each program: 60 % to search, the rest for lists (10s)",
       Duration(to.budget)},
      {"jobs", "J", "programs at once (as many as there are cores for)", Count(to.jobs, 1, 1024)},
      {"threads-per-run", "T", "of each search (1)", Count(to.threads, 1, 1024)},
      {"lists", "N", "lists kept of a program, at most (6)", Count(to.lists, 1, 1000)},
      {"method", "NAME", fmt::format("how to search; see autotune --help ({})", DefaultMethod()),
       Choice(to.method, SearchNames())},
      {"model", "FILE", "weights for methods that ask a model; see autotune --help",
       Text(to.model)},
      {"action-space", "NAME", DescribeChoices(ActionSpaceNames()),
       Choice(to.action_space, ActionSpaceNames())},
      {"seed", "N", "of the searches (0)", Count(to.seed)},
      {"seeds-from", "FILE", "begin with the lists of this database of results",
       Text(to.seeds_from)},
      {"edits", "FILE", "add what came of each pass that local put into a list", Text(to.edits)},
      {"no-fan-out", "", "don't try every pass in every state of the best list",
       Switch(to.no_fan_out)},
      {"force", "", "take programs of a test split too", Switch(to.force)},
      {"worker", "PROGRAM", "autotune-worker (the one beside autotune)", Text(to.worker_program)},
      {"quiet,q", "", "no line for each program", Switch(to.quiet)},
  };
}

/// Takes the programs from the operands, checks the options and chooses what was not given.
Status Complete(CollectOptions& options, ParsedArguments& given) {
  options.operands = std::move(given.operands);
  if (options.output.empty()) return Invalid("autotune-train collect needs -o SET.db");
  if (options.operands.empty()) {
    return Invalid("no program given: autotune-train collect -o SET.db PROGRAM...");
  }
  if (FindMethod(options.method).model >= Method::Model::kWanted && options.model.empty()) {
    return Invalid(fmt::format("--method {} needs a --model", options.method));
  }
  if (FindMethod(options.method).model == Method::Model::kUnused && !options.model.empty()) {
    return Invalid(fmt::format("--method {} can't be guided by a --model", options.method));
  }
  if (!options.edits.empty() && !FindMethod(options.method).reports_trials) {
    return Invalid(
        fmt::format("--edits is for local, which --method {} does not use", options.method));
  }
  if (options.jobs == 0) {
    options.jobs = std::max<std::uint64_t>(1, DefaultThreads() / options.threads);
  }
  return {};
}

/// `autotune-train collect`: several programs at a time, each on a thread of its own.
class CollectRun {
 public:
  explicit CollectRun(CollectOptions options) : options_(std::move(options)) {}

  /// Errors: nothing could be begun, or the training file can't be written any more.
  Status Run();
  int ExitStatus() const;
  void PrintSummary() const;

 private:
  /// Counts of programs by their fate.
  struct Tally {
    std::size_t added = 0;
    std::size_t known = 0;
    std::size_t failed = 0;
    std::size_t episodes = 0;
    double log_ratios = 0;  ///< of Oz over the best list
  };

  Status Prepare();
  Result<const Model*> ReadModel();
  void Collect(const TrainingSource& source);
  /// False if the program is in the file already, or another job has it.
  bool Claim(const ProgramId& program);
  void Accept(const TrainingProgram& program, double seconds);
  void Refuse(const TrainingSource& source, const Error& error);

  const CollectOptions options_;
  std::optional<ActionSpace> actions_;
  std::vector<TrainingSource> sources_;
  std::unique_ptr<TrainingDb> file_;
  std::unique_ptr<ModelHost> model_;  ///< null: none
  std::unique_ptr<EditLog> edits_;    ///< likewise
  std::optional<ProgramCollector> collector_;
  Budget budget_{Budget::Limits{}};
  StopSignals signals_;  // after the budget that it knows

  mutable Mutex mutex_;
  std::unordered_set<ProgramId> taken_ GUARDED_BY(mutex_);
  Tally tally_ GUARDED_BY(mutex_);
  Status written_ GUARDED_BY(mutex_);
};

Status CollectRun::Run() {
  if (Status status = Prepare(); !status.ok()) return status;
  signals_.Watch(budget_);
  // One limit for all jobs: each has an arena with as many threads as its run may use.
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                    options_.jobs * options_.threads);
  ParallelFor(options_.jobs, sources_.size(), budget_,
              [this](std::size_t index) { Collect(sources_[index]); });
  if (edits_) {
    if (Status status = edits_->Close(); !status.ok()) return status;
  }
  const MutexLock lock(mutex_);
  return written_;
}

Status CollectRun::Prepare() {
  Result<ActionSpace> actions = LoadActionSpace(options_.action_space);
  if (!actions) return actions.error();
  actions_ = *std::move(actions);
  Result<std::vector<TrainingSource>> sources =
      FindTrainingSources(options_.operands, options_.force, AnyDatasetsFolder());
  if (!sources) return sources.error();
  sources_ = *std::move(sources);
  if (!options_.seeds_from.empty()) {
    const auto results = Database::OpenReadOnly(options_.seeds_from);
    if (!results) return results.error();
  }
  const Result<const Model*> model = ReadModel();
  if (!model) return model.error();
  if (!options_.edits.empty()) {
    edits_ = std::make_unique<EditLog>();
    if (Status status = edits_->Open(options_.edits); !status.ok()) return status;
  }
  collector_.emplace(options_, *actions_, *model, edits_.get());
  Result<std::unique_ptr<TrainingDb>> file =
      TrainingDb::Open(options_.output, actions_->fingerprint(), actions_->size());
  if (!file) return file.error();
  file_ = *std::move(file);
  Result<std::unordered_set<ProgramId>> there = file_->Programs();
  if (!there) return there.error();
  const MutexLock lock(mutex_);
  taken_ = *std::move(there);
  return {};
}

/// Null where none was asked for.
Result<const Model*> CollectRun::ReadModel() {
  if (options_.model.empty()) return nullptr;
  Result<std::unique_ptr<ModelHost>> host = ModelHost::Start(options_.model, *actions_);
  if (!host) return host.error();
  model_ = *std::move(host);
  return model_->Wait(budget_);
}

void CollectRun::Collect(const TrainingSource& source) {
  const Clock::time_point begin = Clock::now();
  Result<std::string> bytes = ReadProgram(source.file);
  if (!bytes) return Refuse(source, bytes.error());
  if (!Claim(HashBytes(*bytes))) return;
  const Result<TrainingProgram> program = collector_->Collect(source, *std::move(bytes), budget_);
  if (budget_.cancelled()) return;
  if (!program) return Refuse(source, program.error());
  const Status written = file_->Append(*program);
  if (written.ok()) {
    Accept(*program, std::chrono::duration<double>(Clock::now() - begin).count());
    return;
  }
  budget_.Cancel();
  const MutexLock lock(mutex_);
  written_ = written;
}

bool CollectRun::Claim(const ProgramId& program) {
  const MutexLock lock(mutex_);
  const bool ours = taken_.insert(program).second;
  if (!ours) ++tally_.known;
  return ours;
}

void CollectRun::Accept(const TrainingProgram& program, double seconds) {
  const std::uint64_t best = program.episodes.front().steps.back().cost;
  // Nothing may be left of a program: 0 counts as 1, as on a board.
  const double ratio = static_cast<double>(std::max<std::uint64_t>(program.oz, 1)) /
                       static_cast<double>(std::max<std::uint64_t>(best, 1));
  std::size_t states = 0;
  for (const Episode& episode : program.episodes) states += episode.steps.size();
  const MutexLock lock(mutex_);
  ++tally_.added;
  tally_.episodes += program.episodes.size();
  tally_.log_ratios += std::log(ratio);
  if (options_.quiet) return;
  PrintTo(stderr, "[{}/{}] {}: Oz {}, best {} ({:.4f}), {} lists, {} states, {}\n",
          tally_.added + tally_.known + tally_.failed, sources_.size(), program.name,
          FormatCount(program.oz), FormatCount(best), ratio, program.episodes.size(), states,
          FormatSeconds(seconds));
}

void CollectRun::Refuse(const TrainingSource& source, const Error& error) {
  const MutexLock lock(mutex_);
  ++tally_.failed;
  PrintError(WithFile(source, error));
}

void CollectRun::PrintSummary() const {
  const MutexLock lock(mutex_);
  PrintText("{}: {} programs added, {} were there, {} failed\n", options_.output,
            FormatCount(tally_.added), FormatCount(tally_.known), FormatCount(tally_.failed));
  if (tally_.added == 0) return;
  const auto added = static_cast<double>(tally_.added);
  PrintText("Oz over the best list: {:.4f} on geometric mean; {:.1f} lists a program\n",
            std::exp(tally_.log_ratios / added), static_cast<double>(tally_.episodes) / added);
}

int CollectRun::ExitStatus() const {
  if (signals_.received() != 0) return 128 + signals_.received();
  const MutexLock lock(mutex_);
  return tally_.added + tally_.known == 0 ? kExitFailure : kExitDone;
}

}  // namespace

int RunCollect(const Arguments& arguments) {
  CollectOptions options;
  options.method = DefaultMethod();
  return RunCommand(
      arguments, kCollectHelp, {{"Options", OptionTable(options)}},
      [&](ParsedArguments& given) {
        if (const Status status = Complete(options, given); !status.ok()) {
          return Fail(status.error());
        }
        CollectRun run(std::move(options));
        if (const Status status = run.Run(); !status.ok()) return Fail(status.error());
        run.PrintSummary();
        return run.ExitStatus();
      },
      "\ndocs/training-data.md says what is in the file.\n");
}

}  // namespace autotune
