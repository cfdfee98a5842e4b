#include "cli/tuning.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/level_cache.h"
#include "cli/loaded_program.h"
#include "cli/pass_clock.h"
#include "cli/program_excerpts.h"
#include "cli/progress.h"
#include "cli/proof_deadline.h"
#include "cli/proof_time.h"
#include "cli/prove.h"
#include "cli/quantity.h"
#include "cli/registry.h"
#include "cli/search_monitor.h"
#include "cli/textual_ir.h"
#include "cli/threads.h"
#include "search/minimize.h"
#include "search/seeded.h"
#include "search/static_prior.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;

/// Levels but Oz are begun in this part of the budget alone, where they take from the search.
constexpr auto kLevelsPart = 6;
constexpr auto kLevelsLeast = 3s;
/// In this part of the budget one is proved before it is known to be needed.
constexpr auto kLevelProofPart = 2;
/// Minimising goes on for so long once the user wants to stop.
constexpr auto kPatienceAfterSignal = 200ms;

std::uint64_t FailureCount(const WorkerPoolStats& stats) {
  return std::accumulate(stats.failures.begin(), stats.failures.end(), std::uint64_t{0});
}

double Seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

}  // namespace

Tuning::Tuning(TuneOptions options, std::vector<std::string> command, Clock::time_point started,
               ModelShelf& models, StopSignals& signals)
    : started_(started), run_end_(started + options.budget), models_(models), signals_(signals) {
  if (options.threads == 0) options.threads = DefaultThreads();
  outcome_.options = std::move(options);
  outcome_.command = std::move(command);
}

Status Tuning::Run() {
  using Stage = Status (Tuning::*)();
  constexpr Stage kStages[] = {&Tuning::LoadProgram, &Tuning::BeginRun, &Tuning::MeasureLevels,
                               &Tuning::ProveLevel,  &Tuning::Search,   &Tuning::ProveBest,
                               &Tuning::Conclude};
  for (const Stage stage : kStages) {
    Status status = (this->*stage)();
    if (status.ok()) continue;
    search_.reset();
    record_.Fail(status.error(), signals_.received());
    if (signals_.received() == 0) return status;
    return Error{ErrorCode::kCancelled, "stopped before there was anything to report"};
  }
  return {};
}

template <typename... Parts>
void Tuning::Say(fmt::format_string<Parts...> format, Parts&&... parts) const {
  if (!options().verbose) return;
  fmt::print(stderr, "[{:7.2f} s] {}\n", Seconds(Clock::now() - started_),
             fmt::format(format, std::forward<Parts>(parts)...));
}

Status Tuning::LoadProgram() {
  const Clock::time_point begin = Clock::now();
  Result<ActionSpace> actions = LoadActionSpace(options().action_space);
  if (!actions) return actions.error();
  outcome_.actions = actions->size();
  outcome_.action_space_fingerprint = actions->fingerprint();
  Result<LoadedProgram> loaded = autotune::LoadProgram(options(), *std::move(actions), database_);
  if (!loaded) return loaded.error();
  for (const std::string& warning : loaded->warnings) PrintWarning(warning);
  pool_ = std::move(loaded->pool);
  outcome_.program = std::move(loaded->program);
  outcome_.llvm_version = pool_->llvm_version();
  const Result<const ModelHost*> model = models_.Take(pool_->actions());
  if (!model) return model.error();
  model_ = *model;
  if (model_) outcome_.model = model_->weights().filename();
  loading_ = Clock::now() - begin;
  Say("loaded {}: {} instructions, LLVM {}", options().program.string(),
      FormatCount(outcome_.program.root.cost.instructions), outcome_.llvm_version);
  return {};
}

Status Tuning::BeginRun() {
  signals_.Watch(until_stopped_);
  record_.Start(outcome_, pool_->actions());
  if (SearchesMeanwhile()) StartSearch();
  return {};
}

/// Whether the levels are measured and proved beside the search. Not where methods are compared:
/// how long that takes is none of their doing. And on one thread nothing would be gained.
bool Tuning::SearchesMeanwhile() const {
  return options().experiment.empty() && options().threads > 1;
}

Status Tuning::MeasureLevels() {
  LevelOptions levels{.time_limit = kLevelTimeLimit, .jobs = options().threads};
  if (search_) {
    levels.jobs = options().threads / 2;
    // Where evaluations are the limit, time has no say in the answer.
    if (!options().max_evaluations) {
      levels.others_end =
          started_ + std::max<Clock::duration>(kLevelsLeast, options().budget / kLevelsPart);
    }
  }
  // Of a large program the levels take a good part of the run, and more with the search beside them
  // on the same cores. Nothing can be reported before they are known.
  std::optional<tbb::global_control> fewer;
  if (search_ && IsLarge(outcome_.program)) {
    fewer.emplace(tbb::global_control::max_allowed_parallelism, options().threads - levels.jobs);
  }
  Result<LevelMeasurements> measured = MeasureLevelsCached(
      *pool_, outcome_.program, options().objective, levels, until_stopped_, database_);
  fewer.reset();
  if (!measured) return measured.error();
  outcome_.baselines = std::move(measured->baselines);
  std::map<std::string, std::vector<std::string_view>> why;
  for (const auto& [level, error] : outcome_.baselines.failed) {
    why[error.message].push_back(Name(level));
  }
  for (const auto& [message, names] : why) {
    PrintWarning(fmt::format("{} can't be measured: {}", fmt::join(names, ", "), message));
  }
  if (!outcome_.baselines.sized()) {
    PrintWarning(fmt::format("object sizes can't be shown: LLVM can't generate code for '{}'",
                             options().program.string()));
  }
  Say("{} the standard levels: the best is {}", measured->remembered ? "remembered" : "measured",
      Name(outcome_.best_level()));
  return {};
}

/// Proved first, so that there is something to deliver whatever happens, and to learn what a proof
/// takes. Of a very large program that would be most of the run, and what is found may be proved
/// instead: there it waits until it is known to be needed.
Status Tuning::ProveLevel() {
  const Clock::time_point begin = Clock::now();
  const bool is_experiment = !options().experiment.empty();
  const Hash128 toolchain = Toolchain(pool_->llvm_version());
  // One that is worse than what has been measured may have failed for reasons that are gone.
  const auto is_best = [this](const Proven& proven) {
    return Value(proven.reproduction.cost) <= Value(outcome_.baseline(outcome_.best_level()).cost);
  };
  std::optional<Proven> known = FindLevelProof(options(), outcome_.program, toolchain, database_);
  const bool remembered = known && is_best(*known);
  if (remembered) {
    outcome_.result = *std::move(known);
  } else {
    ProofLimits limits;
    // A check that lets no level pass is the user's mistake: that is said before all else.
    if (!is_experiment && options().check.empty()) {
      limits.end = started_ + options().budget / kLevelProofPart;
    }
    const ProofDeadline deadline(limits, signals_);
    // Experiments share what comes of it, and their clock stands still. Others have something to
    // deliver after one process, and may never need the rest.
    const Prover::Care care = is_experiment ? Prover::Care::kFull : Prover::Care::kQuick;
    const Status proved = ProveLevels(care, deadline.budget());
    const bool stopped = signals_.received() != 0;
    if (!proved.ok()) {
      if (proved.error().code != ErrorCode::kCancelled || (stopped && !search_)) return proved;
      const Level level = outcome_.best_level();
      outcome_.result.level = level;
      outcome_.result.reproduction.cost = outcome_.baseline(level).cost;
      Say("left {} to be proved later", Name(level));
      return {};
    }
    if (is_best(outcome_.result)) {
      StoreLevelProof(options(), outcome_.program, toolchain, outcome_.result, database_);
    }
  }
  const Clock::duration proving = Clock::now() - begin;
  if (is_experiment) {
    // As in `SearchesMeanwhile`.
    started_ = Clock::now();
    run_end_ = started_ + options().budget;
  }
  Say("{} {} in {}", remembered ? "remembered the proof of" : "proved",
      Name(*outcome_.result.level), FormatSeconds(Seconds(proving)));
  return {};
}

/// The best level that holds is the result.
Status Tuning::ProveLevels(Prover::Care care, const Budget& budget) {
  std::vector<std::string> notes;
  Result<Proven> proven =
      Prover(options(), *pool_).ProveLevels(outcome_.baselines, care, budget, notes);
  if (!proven) return proven.error();
  for (const std::string& note : notes) PrintWarning(note);
  outcome_.result = *std::move(proven);
  return {};
}

void Tuning::StartSearch() {
  search_budget_.emplace(
      Budget::Limits{.deadline = run_end_, .evaluations = options().max_evaluations},
      &until_stopped_);
  record_.WatchSearch(*search_budget_);
  cache_.emplace(options(), *pool_, outcome_.program.root.next.program);
  clock_.emplace(cache_->evaluator(), outcome_.actions);
  search_.emplace(*search_budget_, [this](const OnBest& on_best) {
    const std::unique_ptr<Prior> model = ModelPrior();
    SearchSettings settings{
        .objective = options().objective, .seed = options().seed, .model = model.get()};
    settings.learned = !options().no_model;
    // Where evaluations are the limit, one of an excerpt counts as much as one of the program.
    if (IsLarge(outcome_.program) && !options().max_evaluations) {
      settings.excerpts = ExcerptsOf(*pool_, outcome_.program, options(),
                                     [this](const std::string& what) { Say("{}", what); });
    }
    const std::unique_ptr<Searcher> searcher =
        MakeSeeded(options().objective, *clock_,
                   FindMethod(options().method).make(settings, pool_->actions(), *clock_));
    for (const PassSequence& list : record_.seeds()) searcher->Suggest(list);
    const OnBest record_too = [&](const Best& best) {
      record_.OnBest(best, Seconds(Clock::now() - started_));
      on_best(best);
    };
    return OnThreads(options().threads, [&] {
      return searcher->Run(outcome_.program.root, *search_budget_, record_too);
    });
  });
}

/// From here on it is accompanied: it shows how far it is and ends early enough for the proof.
Status Tuning::Search() {
  const Clock::time_point begin = Clock::now();
  if (!search_ && begin + outcome_.result.proof_time < run_end_) StartSearch();
  if (!search_ || (search_budget_->Exhausted() && search_budget_->used() == 0)) {
    const double proof = Seconds(outcome_.result.proof_time);
    PrintWarning(fmt::format("no time to search: of the budget of {} the standard levels took {}{}",
                             FormatDuration(options().budget),
                             FormatSeconds(Seconds(begin - started_)),
                             proof == 0 ? "" : ", and a proof takes " + FormatSeconds(proof)));
    outcome_.curve = {{Seconds(begin - started_), 0, Value(outcome_.program.root.cost)}};
    return {};
  }
  MonitorSettings settings{
      .objective = options().objective,
      .oz = {},
      .run_started = started_,
      .search_started = search_->begin(),
      .run_end = run_end_,
      .proof_time = [&](const Best& best) { return ProofTime(best) + MinimizeTime(best); },
      .failures = [this] { return FailureCount(pool_->stats()); }};
  const auto oz = outcome_.baselines.levels.find(Level::kOz);
  if (oz != outcome_.baselines.levels.end()) settings.oz = Value(oz->second.cost);
  ProgressLine line(stderr, Terminal::Of(STDERR_FILENO, options().color), options().quiet);
  SearchMonitor monitor(std::move(settings), *search_budget_, line);
  search_->Listen(
      [&](const Best& found, Clock::time_point found_at) { monitor.OnBest(found, found_at); });
  const Result<Best> best = search_->Wait();
  monitor.Stop();
  // Loading it may have failed, or taken longer than the search.
  if (model_ && !(model_->ready() && model_->Wait())) outcome_.model.clear();
  outcome_.search_seconds = Seconds(Clock::now() - search_->begin());
  outcome_.evaluations = search_budget_->used();
  outcome_.stats = pool_->stats();
  outcome_.pass_tallies = clock_->tallies();
  Say("searched: {} of {} evaluations were remembered", FormatCount(cache_->hits()),
      FormatCount(outcome_.evaluations));
  outcome_.curve = monitor.curve();
  improvements_ = monitor.improvements();
  if (!improvements_.empty()) {
    minimize_end_ = run_end_ - ProofTime(improvements_.back());
  }
  if (!best && signals_.received() == 0) PrintWarning("the search failed: " + best.error().message);
  return {};
}

/// What the model says of this program; null where there is none.
std::unique_ptr<Prior> Tuning::ModelPrior() {
  if (!model_) return nullptr;
  auto tokens = pool_->Tokenize(outcome_.program.root.next.program, *search_budget_);
  if (!tokens) {
    PrintWarning("searching without the model: " + tokens.error().message);
    return nullptr;
  }
  // A method that is the model has nothing else to do meanwhile, and nothing to fall back on.
  const bool required = FindMethod(options().method).model == Method::Model::kRequired;
  return MakeModelPrior(*model_, *std::move(tokens), required || search_budget_->repeatable(),
                        required ? nullptr : MakeStaticPrior(pool_->actions()));
}

/// Of the best so far, or of the level where that is what will be reported.
Clock::duration Tuning::ProofTime(const Best& best) const {
  const Reproduction& level = outcome_.result.reproduction;
  const bool better = Value(best.cost) < Value(level.cost);
  return ExpectedProofTime(outcome_.result,
                           better ? clock_->Expected(best.passes) : level.opt_cpu_time,
                           DefaultThreads(), loading_);
}

/// Enough for most lists to lose all they can, and a small share of the run at most; none where
/// hardly anything would come of that.
Clock::duration Tuning::MinimizeTime(const Best& best) const {
  // Tries of single passes replay half the list each, some rounds of them on all threads; what is
  // taken is replayed on one. The clock knows the passes alone, which is about half of it.
  const auto tries = 2 * best.passes.size() / options().threads + 10;
  const std::chrono::nanoseconds work = 2 * tries * clock_->Expected(best.passes);
  const Clock::duration most = options().budget / 20;
  if (work > 10 * most) return {};
  return std::min(std::chrono::duration_cast<Clock::duration>(work), most);
}

Candidate Tuning::Minimized(const Best& best) {
  const Clock::time_point begin = Clock::now();
  const bool stopping = signals_.received() != 0;
  Budget budget(
      {.deadline = stopping ? std::min(minimize_end_, begin + kPatienceAfterSignal) : minimize_end_,
       .evaluations = {}});
  if (!stopping) signals_.Watch(budget);
  const Best shorter = OnThreads(options().threads, [&] {
    return Minimize({options().objective}, cache_->evaluator(), outcome_.program.root, best,
                    budget);
  });
  signals_.Unwatch();
  Say("minimised {} passes to {} in {}", best.passes.size(), shorter.passes.size(),
      FormatSeconds(Seconds(Clock::now() - begin)));
  Candidate candidate{.elements = {}, .cost = shorter.cost};
  for (const PassId pass : shorter.passes) {
    candidate.elements.emplace_back(pool_->actions().Pipeline(pass));
  }
  return candidate;
}

Status Tuning::ProveBest() {
  outcome_.signal = signals_.received();
  if (outcome_.signal != 0) {
    fmt::print(stderr, "autotune: stopping; proving the best so far, once more to stop at once\n");
  }
  const Clock::duration grace = std::max<Clock::duration>(2s, options().budget / 4);
  const Clock::duration proof_time =
      improvements_.empty() ? outcome_.result.proof_time : ProofTime(improvements_.back());
  const Clock::time_point end = std::max(Clock::now(), run_end_) + grace;
  ProofLimits limits{.repair_end = run_end_,
                     .end = end,
                     .patience = std::max<Clock::duration>(1s, 2 * proof_time)};
  // To prove a level instead takes as long.
  const bool level_is_proved = outcome_.result.reproduction.processes > 0;
  if (!level_is_proved) limits.end = Clock::time_point::max();
  const ProofDeadline deadline(limits, signals_);
  const Prover prover(options(), *pool_);
  for (auto best = improvements_.rbegin(); best != improvements_.rend(); ++best) {
    const std::uint64_t claim = Value(best->cost);
    if (claim >= Value(outcome_.result.reproduction.cost)) break;
    Candidate candidate = Minimized(*best);
    Result<Proven> proven = prover.Prove(candidate, {}, deadline.budget());
    if (proven && Value(proven->reproduction.cost) < Value(outcome_.result.reproduction.cost)) {
      outcome_.result = *std::move(proven);
      continue;
    }
    if (proven) continue;
    PrintWarning(fmt::format("the list that gives {} can't be reported: {}", FormatCount(claim),
                             proven.error().message));
    if (proven.error().code == ErrorCode::kCancelled) {
      outcome_.unproven = std::move(candidate);
      break;
    }
  }
  if (!level_is_proved && outcome_.result.level) {
    // However long that takes: nothing else can be reported.
    const ProofDeadline open_end({}, signals_);
    const Status proved = ProveLevels(Prover::Care::kQuick, open_end.budget());
    if (!proved.ok()) return proved;
  }
  if (!outcome_.result.reproduction.full()) {
    const ProofDeadline late({.end = end, .patience = limits.patience}, signals_);
    const Status confirmed = ConfirmLevel(prover, late.budget());
    if (!confirmed.ok()) return confirmed;
  }
  Say("proved the result");
  return {};
}

/// Where a level is the result, what `ProveLevel` left out. It stays one without that if there is
/// no time or memory for it, and gives way to the next one where `opt` makes something else of it
/// now.
Status Tuning::ConfirmLevel(const Prover& prover, const Budget& budget) {
  const Status confirmed = prover.Confirm(outcome_.result, budget);
  if (confirmed.ok()) return {};
  const ErrorCode code = confirmed.error().code;
  if (code == ErrorCode::kCancelled || code == ErrorCode::kPassTimedOut ||
      code == ErrorCode::kOutOfMemory) {
    return {};
  }
  return ProveLevels(Prover::Care::kFull, budget);
}

Status Tuning::Conclude() {
  Reproduction& result = outcome_.result.reproduction;
  if (!result.cost.object_size && outcome_.baselines.sized()) {
    const Result<ProgramInfo> measured =
        pool_->Measure(options().program.string(), result.bitcode, {.object_size = true});
    if (measured) result.cost.object_size = measured->root.cost.object_size;
  }
  outcome_.signal = signals_.received();
  outcome_.wall_seconds = Seconds(Clock::now() - started_);
  return {};
}

Status Tuning::WriteModule() const {
  return autotune::WriteModule(options(), outcome_.result.reproduction, *pool_);
}

void Tuning::Record() {
  // Most of the list's passes are known from the search.
  Evaluator& evaluator = cache_ ? cache_->evaluator() : *pool_;
  record_.Finish(outcome_, evaluator, std::max(run_end_, Clock::now() + 100ms));
  if (cache_) cache_->Close();
}

}  // namespace autotune
