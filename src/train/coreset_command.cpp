#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/action_space.h"
#include "core/mutex.h"
#include "core/quantity.h"
#include "dataset/parallel.h"
#include "learn/candidate_lists.h"
#include "learn/choose_lists.h"
#include "learn/held_out.h"
#include "learn/loaded_source.h"
#include "learn/training_sources.h"
#include "search/list/pass_costs.h"
#include "term/console.h"
#include "term/option_parser.h"
#include "term/user_files.h"
#include "train/commands.h"
#include "tune/input/read_program.h"
#include "tune/signals.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using namespace option_kinds;  // NOLINT(google-build-using-namespace)

constexpr std::string_view kCoresetHelp =
    "usage: autotune-train coreset --from FILE [options] PROGRAM... > lists.txt\n"
    "\n"
    "Chooses a few lists, such that for most programs one of the first is good: tries lists\n"
    "that were found on some programs on all the programs given, and takes, one after the\n"
    "other, the list that adds most to what the ones before it take off what -Oz leaves.\n"
    "PROGRAM is a file, or programs of a data set: dataset:SET[:SPLIT[:PATTERN]].\n"
    "\n"
    "  autotune-train coreset --from set.db dataset:debian-c:train > lists.txt\n"
    "  autotune-train coreset --from results.db --max-lists 200 -k 8 src/*.bc > mine.txt\n"
    "\n"
    "Prints the lists, a pipeline a line, and on standard error what they are worth on\n"
    "programs of families (packages, folders) that they were neither found on nor chosen "
    "for.\n"
    "Ctrl-C chooses by the programs that are done.\n";

/// A command line of `autotune-train coreset`.
struct CoresetOptions {
  std::vector<std::string> operands;      ///< programs, as for `FindTrainingSources`
  std::vector<std::string> from;          ///< training files and results databases
  std::vector<std::string> lists;         ///< text files of further candidates
  std::uint64_t count = 32;               ///< lists to choose, at most
  std::uint64_t max_lists = 500;          ///< candidates that are tried
  std::uint64_t jobs = DefaultThreads();  ///< programs that are tried at a time
  std::uint64_t seed = 0;
  double cost_weight = 0.5;    ///< see `ChooseListsOptions`
  std::string worker_program;  ///< empty: beside this executable
  bool against_input = false;  ///< measure lists by the program as it came, not by what -Oz leaves
  bool table = false;          ///< print what each list does for each program, too
  bool force = false;          ///< learn from programs of a test split too
  bool quiet = false;
};

std::vector<Row> OptionTable(CoresetOptions& to) {
  return {
      {"from", "FILE", "best lists of a training file or a database of results; may be repeated",
       Texts(to.from)},
      {"lists", "FILE", "lists to try besides, all of them, one a line; may be repeated",
       Texts(to.lists)},
      {"count,k", "N", "lists to choose, at most (32)", Count(to.count, 1, 10'000)},
      {"max-lists", "N", "lists to try; of more, so many are drawn at random (500)",
       Count(to.max_lists, 1, 1'000'000)},
      {"cost-weight", "W", "divide what a list adds by its cost to the power of W (0.5)",
       Real(to.cost_weight, 0, 2)},
      {"against-input", "", "measure lists by the programs as they came, not by -Oz",
       Switch(to.against_input)},
      {"table", "", "also print what each list does for each program ('=' lines)",
       Switch(to.table)},
      {"jobs", "J", "programs at once (all cores)", Count(to.jobs, 1, 1024)},
      {"seed", "N", "of what is drawn and how families are parted (0)", Count(to.seed)},
      {"force", "", "learn from programs of a test split too", Switch(to.force)},
      {"worker", "PROGRAM", "autotune-worker (the one beside autotune)", Text(to.worker_program)},
      {"quiet,q", "", "no line for each program", Switch(to.quiet)},
  };
}

using Indices = std::vector<std::size_t>;

Indices UpTo(std::size_t count) {
  Indices indices(count);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  return indices;
}

/// The effect of each candidate on one program, by list.
struct ProgramResult {
  std::uint64_t input = 0;  ///< instructions before any pass
  std::uint64_t oz = 0;
  std::vector<std::uint64_t> best;         ///< instructions after the best prefix
  std::vector<std::uint64_t> nanoseconds;  ///< of all its passes
};

/// Instructions saved, as a fraction of `reference`.
double Reduction(std::uint64_t reference, std::uint64_t best) {
  return best < reference ? static_cast<double>(reference - best) / static_cast<double>(reference)
                          : 0;
}

/// `autotune-train coreset`, stage by stage.
class CoresetRun {
 public:
  explicit CoresetRun(CoresetOptions options) : options_(std::move(options)) {}

  Status Run();
  int ExitStatus() const { return signals_.received() != 0 ? 128 + signals_.received() : 0; }

 private:
  Status Prepare();
  Status FindCandidates();
  void Evaluate(std::size_t index);
  Result<ProgramResult> Try(const TrainingSource& source);
  /// The results of the programs that are done.
  ListStudy Study() const;
  void PrintLists(const ListStudy& study) const;
  void PrintTable(const Indices& lists) const;
  void PrintEstimate(const ListStudy& study) const;
  /// The size that a list's gain is a fraction of.
  std::uint64_t Reference(const ProgramResult& result) const {
    return options_.against_input ? result.input : result.oz;
  }
  std::string_view ReferenceName() const { return options_.against_input ? "they came" : "-Oz"; }
  ChooseListsOptions Choice() const { return {options_.count, options_.cost_weight}; }

  const CoresetOptions options_;
  std::optional<ActionSpace> actions_;
  std::vector<TrainingSource> sources_;
  std::vector<CandidateList> candidates_;
  Budget budget_{Budget::Limits{}};
  StopSignals signals_;  // after the budget that it knows
  Clock::time_point started_;

  mutable Mutex mutex_;
  std::vector<std::optional<ProgramResult>> results_ GUARDED_BY(mutex_);  ///< by source
  std::size_t over_ GUARDED_BY(mutex_) = 0;  ///< programs, those that failed among them
};

Status CoresetRun::Run() {
  if (Status status = Prepare(); !status.ok()) return status;
  signals_.Watch(budget_);
  started_ = Clock::now();
  ParallelFor(options_.jobs, sources_.size(), budget_, [this](std::size_t i) { Evaluate(i); });
  const ListStudy study = Study();
  if (study.families.empty()) {
    if (budget_.cancelled()) return {};
    return Error{ErrorCode::kBadInput, "there is no program left to choose lists for"};
  }
  PrintLists(study);
  PrintEstimate(study);
  return {};
}

Status CoresetRun::Prepare() {
  Result<ActionSpace> actions = LoadActionSpace(kDefaultActionSpace);
  if (!actions) return actions.error();
  actions_ = *std::move(actions);
  Result<std::vector<TrainingSource>> sources =
      FindTrainingSources(options_.operands, options_.force, AnyDatasetsFolder());
  if (!sources) return sources.error();
  sources_ = *std::move(sources);
  if (Status status = FindCandidates(); !status.ok()) return status;
  const MutexLock lock(mutex_);
  results_.resize(sources_.size());
  return {};
}

Status CoresetRun::FindCandidates() {
  Result<std::vector<CandidateList>> found =
      ReadCandidateLists(options_.from, *actions_, options_.force);
  if (!found) return found.error();
  std::size_t count = found->size();
  candidates_ = Sample(*std::move(found), options_.max_lists, options_.seed);
  for (const std::string& file : options_.lists) {
    Result<std::vector<CandidateList>> lists = ReadListFile(file, *actions_);
    if (!lists) return lists.error();
    count += lists->size();
    std::ranges::move(*lists, std::back_inserter(candidates_));
  }
  if (count == 0) {
    return Error{ErrorCode::kNotFound, "there is no list in there that is better than Oz"};
  }
  PrintTo(stderr, "autotune-train: trying {} of {} lists on {} programs\n",
          FormatCount(candidates_.size()), FormatCount(count), FormatCount(sources_.size()));
  return {};
}

void CoresetRun::Evaluate(std::size_t index) {
  const TrainingSource& source = sources_[index];
  Result<ProgramResult> result = Try(source);
  if (budget_.cancelled()) return;
  const MutexLock lock(mutex_);
  ++over_;
  if (!result) {
    PrintError(WithFile(source, result.error()));
    return;
  }
  if (!options_.quiet) {
    const std::uint64_t best = *std::ranges::min_element(result->best);
    const Clock::duration left = (Clock::now() - started_) * (sources_.size() - over_) / over_;
    PrintTo(stderr, "[{}/{}] {}: Oz {}, best list {} ({}), {} left\n", over_, sources_.size(),
            source.name, FormatCount(result->oz), FormatCount(best), FormatChange(best, result->oz),
            FormatTimeLeft(std::chrono::duration_cast<std::chrono::milliseconds>(left)));
  }
  results_[index] = *std::move(result);
}

Result<ProgramResult> CoresetRun::Try(const TrainingSource& source) {
  Result<std::string> bytes = ReadProgram(source.file);
  if (!bytes) return bytes.error();
  const Result<LoadedSource> loaded =
      LoadSource(source, *std::move(bytes), *actions_, 1, options_.worker_program, budget_);
  if (!loaded) return loaded.error();
  const Evaluation& root = loaded->program.root;
  ProgramResult result{
      .input = root.cost.instructions, .oz = loaded->oz, .best = {}, .nanoseconds = {}};
  for (const CandidateList& list : candidates_) {
    // A pass that fails ends the list, as in a search.
    const Trace trace = loaded->pool->Apply(root.next, list.passes, {}, budget_);
    if (budget_.cancelled()) break;
    if (!trace.status.ok() && !IsEvaluationFailure(trace.status.error().code)) {
      return trace.status.error();
    }
    std::uint64_t best = root.cost.instructions;
    std::uint64_t nanoseconds = 0;
    for (const Evaluation& step : trace.steps) {
      best = std::min(best, step.cost.instructions);
      nanoseconds += step.nanoseconds;
    }
    result.best.push_back(best);
    result.nanoseconds.push_back(nanoseconds);
  }
  return result;
}

ListStudy CoresetRun::Study() const {
  const std::size_t lists = candidates_.size();
  // Measured times differ from run to run, and with them the choice would.
  const PassCosts costs(*actions_, PassCosts::Source::kGuess);
  ListStudy study{.table = {.reductions = std::vector<std::vector<double>>(lists), .costs = {}},
                  .costs = std::vector<std::vector<double>>(lists),
                  .found_on = {},
                  .families = {}};
  for (const CandidateList& list : candidates_) {
    study.table.costs.push_back(costs.Expected(list.passes));
    study.found_on.push_back(list.families);
  }
  const MutexLock lock(mutex_);
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (!results_[i]) continue;
    study.families.push_back(sources_[i].family);
    for (std::size_t list = 0; list < lists; ++list) {
      study.table.reductions[list].push_back(
          Reduction(Reference(*results_[i]), results_[i]->best[list]));
      study.costs[list].push_back(static_cast<double>(results_[i]->nanoseconds[list]) / 1e9);
    }
  }
  return study;
}

void CoresetRun::PrintLists(const ListStudy& study) const {
  const Indices programs = UpTo(study.families.size());
  const Indices chosen = ChooseLists(study.table, UpTo(candidates_.size()), programs, Choice());
  const std::vector<double> reductions = MeanReductions(study.table, chosen, programs);
  PrintText(
      "# {} lists, the most useful first, chosen by autotune-train coreset from {} lists, each of "
      "which "
      "was\n"
      "# found good for some program. The best of them makes {} programs {:.2f}% smaller than {},\n"
      "# on mean.\n",
      chosen.size(), candidates_.size(), programs.size(),
      100 * (reductions.empty() ? 0 : reductions.back()), ReferenceName());
  for (const std::size_t list : chosen) {
    PrintText("{}\n", actions_->Pipeline(candidates_[list].passes));
  }
  if (options_.table) PrintTable(chosen);
}

/// Prints the lines that `LearnedListsAndWorths` reads.
void CoresetRun::PrintTable(const Indices& lists) const {
  PrintText(
      "# What a program as it came takes off {}, and after ':' what each list does, in\n"
      "# thousandths, a program a line.\n",
      options_.against_input ? "itself" : "what -Oz leaves of it");
  const MutexLock lock(mutex_);
  for (const std::optional<ProgramResult>& result : results_) {
    if (!result) continue;
    const auto thousandths = [&](std::uint64_t instructions, double least) {
      const auto reference = static_cast<double>(std::max<std::uint64_t>(Reference(*result), 1));
      const double worth = (reference - static_cast<double>(instructions)) / reference;
      return std::lround(1000 * std::max(worth, least));
    };
    std::vector<long> worths;
    for (const std::size_t list : lists) worths.push_back(thousandths(result->best[list], -1));
    PrintText("={}:{}\n", thousandths(result->input, -100), fmt::join(worths, " "));
  }
}

void CoresetRun::PrintEstimate(const ListStudy& study) const {
  const std::array<Indices, 2> halves = HalvesByFamily(study.families, options_.seed);
  if (halves[1].empty()) {
    PrintTo(
        stderr,
        "autotune-train: all programs are of one family: there is no telling what the lists are "
        "worth on others\n");
    return;
  }
  const HeldOutEstimate estimate = EstimateHeldOut(study, halves, Choice());
  if (!options_.lists.empty()) {
    PrintTo(
        stderr,
        "\nautotune-train: lists of --lists may have been found on these programs, so 'held out' "
        "may be too high\n");
  }
  PrintTo(stderr,
          "\nSmaller than {} on mean, where lists are chosen for one half of the programs "
          "({} and {},\nno family in both), in that half and in the other:\n\n"
          "{:>6}  {:>10}  {:>10}  {:>20}\n",
          ReferenceName(), halves[0].size(), halves[1].size(), "lists", "chosen for", "held out",
          "CPU time a program");
  for (std::size_t count = 1; count <= estimate.chosen.size();) {
    PrintTo(stderr, "{:>6}  {:>9.2f}%  {:>9.2f}%  {:>18.3f} s\n", count,
            100 * estimate.chosen[count - 1], 100 * estimate.held_out[count - 1],
            estimate.cost[count - 1]);
    if (count == estimate.chosen.size()) break;
    count = std::min(2 * count, estimate.chosen.size());
  }
}

}  // namespace

int RunCoreset(const Arguments& arguments) {
  CoresetOptions options;
  return RunCommand(
      arguments, kCoresetHelp, {{"Options", OptionTable(options)}}, [&](ParsedArguments& given) {
        if (options.from.empty() && options.lists.empty()) {
          return Fail(Invalid("autotune-train coreset needs --from SET.db or --lists FILE"));
        }
        if (given.operands.empty()) {
          return Fail(Invalid("no program given: autotune-train coreset --from SET.db PROGRAM..."));
        }
        options.operands = std::move(given.operands);
        CoresetRun run(std::move(options));
        if (const Status status = run.Run(); !status.ok()) return Fail(status.error());
        return run.ExitStatus();
      });
}

}  // namespace autotune
