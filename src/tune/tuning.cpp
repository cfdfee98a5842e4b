#include "tune/tuning.h"

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

#include "core/quantity.h"
#include "search/registry.h"
#include "search/seeded.h"
#include "search/static_prior.h"
#include "tune/level_cache.h"
#include "tune/loaded_program.h"
#include "tune/pass_clock.h"
#include "tune/program_excerpts.h"
#include "tune/search_monitor.h"
#include "tune/textual_ir.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;

/// Levels besides the two -Oz may take a sixth of the budget if they are measured beside the
/// search, and a tenth if the search waits for them.
constexpr int kLevelsPart = 6;
constexpr int kLevelsPartAlone = 10;
/// They may take half a second in any case, but no more than a quarter of the budget.
constexpr auto kLevelsLeast = 500ms;
constexpr int kLevelsMostPart = 4;
/// Object sizes that are only shown, of two levels and the result, may take a twentieth of the
/// budget.
constexpr int kSizesPart = 20;
constexpr int kSizesShown = 3;
/// Time of code generation for a level, in times of loading the program.
constexpr double kSizeLoads = 4;
/// Time of a level's passes, in times of loading the program.
constexpr double kLevelLoads = 6;
/// LLVM stops this long after the budget, or after 4 % of it.
constexpr auto kLeastGrace = 600ms;
constexpr int kGracePart = 25;
/// After a signal LLVM works for so long, to prove the best if that is quick.
constexpr auto kPatienceAfterSignal = 550ms;
/// Of the threads' time, a proof that is tried during the search takes such a part at most: they
/// are four, of two processes each.
constexpr int kTrialPart = 80;
/// One that takes so many times what it should is given up, for the next list may do better.
constexpr int kTrialPatience = 8;
constexpr auto kLeastTrialPatience = 2s;

std::uint64_t FailureCount(const WorkerPoolStats& stats) {
  return std::accumulate(stats.failures.begin(), stats.failures.end(), std::uint64_t{0});
}

double Seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

/// A duration that a user may write after `--budget`, rounded up.
std::string AsBudget(Clock::duration time) {
  return fmt::format("{}s", std::chrono::ceil<std::chrono::seconds>(time).count());
}

}  // namespace

Tuning::Tuning(TuneJob job, Clock::time_point started, ModelSlot& models, StopSignals& signals,
               TuneObserver& observer)
    : observer_(observer),
      started_(started),
      run_end_(started + job.budget),
      models_(models),
      signals_(signals) {
  // An experiment's budget begins later (`ProveLevel`).
  if (job.experiment.empty()) run_budget_.EndBy(LatestEnd(job.budget));
  if (job.threads == 0) job.threads = DefaultThreads();
  outcome_.job = std::move(job);
}

/// Time at which LLVM stops working for a run with this budget, whatever it is doing.
Clock::time_point Tuning::LatestEnd(Clock::duration budget) const {
  return run_end_ + std::max<Clock::duration>(kLeastGrace, budget / kGracePart);
}

Status Tuning::Run() {
  signals_.Watch(until_stopped_);
  signals_.WatchEnd(run_budget_, kPatienceAfterSignal);
  notice_.Begin();
  using Stage = Status (Tuning::*)();
  constexpr Stage kStages[] = {&Tuning::LoadProgram, &Tuning::BeginRun, &Tuning::MeasureLevels,
                               &Tuning::ProveLevel,  &Tuning::Search,   &Tuning::ProveBest,
                               &Tuning::Conclude};
  for (const Stage stage : kStages) {
    Status status = (this->*stage)();
    if (status.ok()) continue;
    if (search_ && outcome_.search_seconds == 0) {
      outcome_.search_seconds = Seconds(search_->duration());
    }
    search_.reset();
    if (pool_) outcome_.stats = pool_->stats();
    outcome_.wall_seconds = Seconds(Clock::now() - started_);
    const int signal = signals_.received();
    const bool ended = status.error().code == ErrorCode::kCancelled;
    if (ended && signal == 0) status = NoTime();
    record_.Fail(outcome_, status.error(), signal);
    if (signal == 0) return status;
    return Error{ErrorCode::kCancelled, "stopped before there was anything to report"};
  }
  return {};
}

/// Not even one standard level ended within the budget.
Error Tuning::NoTime() const {
  const Clock::duration spent = Clock::now() - started_;
  // Reading took so long at least, if it has ended at all.
  const auto needed = std::chrono::duration_cast<Clock::duration>(
      (1 + kLevelLoads) * (loading_ > Clock::duration::zero() ? loading_ : spent));
  return {ErrorCode::kNoTime,
          fmt::format("no standard level of '{}' ended within the budget of {}: try --budget {}",
                      job().program.string(), FormatDuration(job().budget),
                      AsBudget(std::max(2 * needed, 2 * spent)))};
}

void Tuning::SayText(const std::string& text) const {
  observer_.Trace(Seconds(Clock::now() - started_), text);
}

Status Tuning::LoadProgram() {
  Result<ActionSpace> actions = LoadActionSpace(job().action_space);
  if (!actions) return actions.error();
  outcome_.actions = actions->size();
  outcome_.action_space_fingerprint = actions->fingerprint();
  Result<LoadedProgram> loaded =
      autotune::LoadProgram(job(), *std::move(actions), database_, run_budget_);
  if (!loaded) return loaded.error();
  for (const std::string& warning : loaded->warnings) observer_.Warn(warning);
  input_.emplace(std::move(loaded->input));
  pool_ = std::move(loaded->pool);
  outcome_.program = std::move(loaded->program);
  outcome_.llvm_version = pool_->llvm_version();
  const Result<const ModelHost*> model = models_.Take(job(), pool_->actions(), observer_);
  if (!model) return model.error();
  model_ = *model;
  if (model_) outcome_.model = model_->weights().filename();
  loading_ = loaded->loading;
  Say("loaded {}: {} instructions, LLVM {}", job().program.string(),
      FormatCount(outcome_.program.root.cost.instructions), outcome_.llvm_version);
  return {};
}

Status Tuning::BeginRun() {
  record_.Start(outcome_, pool_->actions());
  if (SearchesMeanwhile()) StartSearch();
  return {};
}

/// Whether the levels are measured and proved beside the search. Not where methods are compared:
/// how long that takes is none of their doing. And on one thread nothing would be gained.
bool Tuning::SearchesMeanwhile() const { return job().experiment.empty() && job().threads > 1; }

Status Tuning::MeasureLevels() {
  Budget::Limits others_limits;
  LevelOptions levels{.time_limit = kLevelTimeLimit, .jobs = job().threads};
  if (search_) levels.jobs = job().threads / 2;
  // An experiment's budget begins after the levels. Where evaluations are the limit, time has no
  // say in the answer.
  if (job().experiment.empty() && !job().max_evaluations) {
    const Clock::duration budget = job().budget;
    const Clock::duration share = budget / (search_ ? kLevelsPart : kLevelsPartAlone);
    const Clock::duration least = std::min<Clock::duration>(kLevelsLeast, budget / kLevelsMostPart);
    others_limits.pause = Clock::now() + std::max(share, least);
    levels.sizes = HasTimeForSizes();
  }
  if (!job().output.empty()) {
    levels.module = IsTextualIr(job().output) ? ModuleFormat::kText : ModuleFormat::kBitcode;
  }
  // Of a large program the levels take a good part of the run, and more with the search beside them
  // on the same cores. Nothing can be reported before they are known.
  std::optional<tbb::global_control> fewer;
  if (search_ && IsWhole(outcome_.program)) {
    fewer.emplace(tbb::global_control::max_allowed_parallelism, job().threads - levels.jobs);
  }
  // Whoever stops the run wants what has been found, and that takes -Oz to report.
  const Budget others(others_limits, &until_stopped_);
  levels.others = &others;
  Result<LevelMeasurements> measured = MeasureLevelsCached(
      *pool_, outcome_.program, job().objective, levels, run_budget_, job().code_model, database_);
  fewer.reset();
  if (!measured) return measured.error();
  outcome_.baselines = std::move(measured->baselines);
  std::map<std::string, std::vector<std::string_view>> why;
  std::vector<std::string_view> left_out;
  for (const auto& [level, error] : outcome_.baselines.failed) {
    const bool no_time = error.code == ErrorCode::kNoTime;
    (no_time ? left_out : why[error.message]).push_back(Name(level));
  }
  for (const auto& [message, names] : why) {
    observer_.Warn(fmt::format("{} can't be measured: {}", fmt::join(names, ", "), message));
  }
  const bool sized = outcome_.baselines.sized();
  if (!sized && !levels.sizes) left_out.push_back("object sizes");
  if (!left_out.empty()) {
    observer_.Remark(fmt::format("left out, for a budget of {} is short for this program: {}",
                                 FormatDuration(job().budget), fmt::join(left_out, ", ")));
  }
  if (!sized && levels.sizes) {
    const Status why = outcome_.baselines.sizing();
    observer_.Warn(fmt::format("object sizes can't be shown: LLVM generated no code for '{}'{}",
                               job().program.string(), why.ok() ? "" : ": " + why.error().message));
  }
  Say("{} the standard levels: the best is {}", measured->remembered ? "remembered" : "measured",
      Name(outcome_.best_level()));
  return {};
}

/// Object sizes are measured unless they are only shown and code generation takes too long.
bool Tuning::HasTimeForSizes() const {
  if (NeedsCode(job().objective)) return true;
  const auto sizes =
      std::chrono::duration_cast<Clock::duration>(kSizesShown * kSizeLoads * loading_);
  return sizes <= job().budget / kSizesPart;
}

void Tuning::StartSearch() {
  search_budget_.emplace(Budget::Limits{.deadline = run_end_, .evaluations = job().max_evaluations},
                         &until_stopped_);
  record_.WatchSearch(*search_budget_);
  cache_.emplace(job(), *pool_, outcome_.program.root.next.program, observer_);
  clock_.emplace(cache_->evaluator(), outcome_.actions);
  excerpt_clock_.emplace(*pool_, outcome_.actions);
  attempts_.emplace(job().objective, *clock_, outcome_.actions);
  threads_.emplace(job().threads);
  // Where evaluations are the limit, the same are made whether or not the levels come first.
  std::optional<std::uint64_t> reference;
  const auto oz = outcome_.baselines.levels.find(Level::kOz);
  if (oz != outcome_.baselines.levels.end() && !job().max_evaluations) {
    reference = Value(oz->second.cost);
  }
  search_.emplace(*search_budget_, [this, reference](const OnBest& on_best) {
    const Result<std::unique_ptr<Prior>> model = ModelPrior();
    if (!model) return Result<Best>(model.error());
    SearchSettings settings{
        .objective = job().objective, .seed = job().seed, .model = model->get()};
    settings.learned = !job().no_model;
    settings.reference = reference;
    // Where evaluations are the limit, one of an excerpt counts as much as one of the program.
    if (IsLarge(outcome_.program) && !job().max_evaluations) {
      settings.excerpts = ExcerptsOf(*pool_, outcome_.program, job(), observer_, started_);
      settings.excerpts.evaluator = &*excerpt_clock_;
    } else {
      settings.whole_program = IsWhole(outcome_.program);
    }
    const auto make = [&](Evaluator& evaluator) {
      std::unique_ptr<Searcher> searcher =
          MakeSeeded(job().objective, evaluator,
                     FindMethod(job().method).make(settings, pool_->actions(), evaluator));
      for (const PassSequence& list : record_.seeds()) searcher->Suggest(list);
      return searcher;
    };
    const OnBest record_too = [&](const Best& best) {
      record_.OnBest(best, Seconds(Clock::now() - started_));
      on_best(best);
    };
    return threads_->Run(
        [&] { return attempts_->Run(make, outcome_.program.root, *search_budget_, record_too); });
  });
}

/// From here on it is accompanied: it shows how far it is and ends early enough for the proof.
Status Tuning::Search() {
  notice_.End();  // the search has a line of its own, and ends at a signal
  const Clock::time_point begin = Clock::now();
  const Clock::duration proof = ProofTime({{}, outcome_.program.root.cost, 0});
  if (!search_ && begin + proof < run_end_) StartSearch();
  if (!search_ || (search_budget_->Exhausted() && search_budget_->used() == 0)) {
    search_.reset();
    outcome_.curve = {{Seconds(begin - started_), 0, Value(outcome_.program.root.cost)}};
    if (signals_.received() != 0) return {};
    observer_.Warn(
        fmt::format("no time to search: of the budget of {} the standard levels took {}, "
                    "and a proof takes {}",
                    FormatDuration(job().budget), FormatSeconds(Seconds(begin - started_)),
                    FormatSeconds(Seconds(proof))));
    return {};
  }
  MonitorSettings settings{
      .objective = job().objective,
      .oz = {},
      .run_started = started_,
      .search_started = search_->begin(),
      .run_end = run_end_,
      .evaluations = [this] { return clock_->tried() + excerpt_clock_->tried(); },
      .proof_time = [&](const Best& best) { return ProofTime(best) + MinimizeTime(best); },
      .failures = [this] { return FailureCount(pool_->stats()); }};
  const auto oz = outcome_.baselines.levels.find(Level::kOz);
  if (oz != outcome_.baselines.levels.end()) settings.oz = Value(oz->second.cost);
  SearchMonitor monitor(std::move(settings), *search_budget_, observer_);
  std::optional<TrialProofs> trials;
  // Where evaluations are the limit, time has no say in the answer.
  if (!job().max_evaluations) trials.emplace(TrialsOf(*search_));
  search_->Listen([&](const Best& found, Clock::time_point found_at) {
    monitor.OnBest(found, found_at);
    if (trials) trials->OnBest(found);
  });
  const Result<Best> best = search_->Wait();
  monitor.Stop();
  observer_.OnSearchEnd();
  if (trials) {
    trials->Stop();
    held_ = trials->held();
  }
  // Loading it may have failed, or taken longer than the search.
  if (model_ && !(model_->ready() && model_->Wait())) outcome_.model.clear();
  outcome_.search_seconds = Seconds(search_->duration());
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
  // Where the method is the model, a model that can't be used is no search at all.
  const bool required = FindMethod(job().method).model == Method::Model::kRequired;
  if (!best && required && best.error().code != ErrorCode::kCancelled) return best.error();
  if (signals_.received() != 0) return {};
  if (!best) {
    observer_.Warn("the search failed: " + best.error().message);
  } else if (outcome_.evaluations == 0 && required) {
    observer_.Warn("no time to search: the budget ended before the model could be asked");
  }
  return {};
}

TrialSettings Tuning::TrialsOf(const RunningSearch& search) {
  TrialSettings settings;
  settings.objective = job().objective;
  settings.begin = search.begin();
  settings.end = run_end_;
  settings.longest_proof = (settings.end - settings.begin) * job().threads / kTrialPart;
  settings.proof_time = [this](const Best& best) { return ProofTime(best, Prover::Care::kShort); };
  settings.prove = [this](const Best& best, const Budget& budget) {
    const Clock::duration expected = ProofTime(best, Prover::Care::kShort);
    const auto limit = std::chrono::ceil<std::chrono::milliseconds>(
        std::max<Clock::duration>(kLeastTrialPatience, kTrialPatience * expected));
    return Prover(job(), input_->program(), *pool_, run_end_, limit)
        .Prove(ToCandidate(best), {}, Prover::Care::kShort, budget);
  };
  settings.on_culprit = [this](PassId pass, const Error& error) {
    observer_.Warn(fmt::format("searching on without '{}': {}", pool_->actions().Pipeline(pass),
                               error.message));
    attempts_->Exclude(pass);
    Reject(pass, error);
  };
  return settings;
}

void Tuning::Reject(PassId pass, const Error& error) {
  std::string name(pool_->actions().Pipeline(pass));
  // A list from before the search did without it may fail of it again.
  if (std::ranges::find(outcome_.rejected, name, &RejectedPass::pass) == outcome_.rejected.end()) {
    outcome_.rejected.push_back({std::move(name), error.message});
  }
}

/// What the model says of this program; null where there is none, which is an error where the
/// method needs one.
Result<std::unique_ptr<Prior>> Tuning::ModelPrior() {
  if (!model_) return std::unique_ptr<Prior>();
  const bool required = FindMethod(job().method).model == Method::Model::kRequired;
  auto tokens = pool_->Tokenize(outcome_.program.root.next.program, *search_budget_);
  if (!tokens && required) return tokens.error();
  if (!tokens) {
    observer_.Warn("searching without the model: " + tokens.error().message);
    return std::unique_ptr<Prior>();
  }
  // A method that is the model has nothing else to do meanwhile, and nothing to fall back on.
  return MakeModelPrior(*model_, *std::move(tokens), required || search_budget_->repeatable(),
                        required ? nullptr : MakeStaticPrior(pool_->actions()), observer_);
}

/// Not where there is nothing to measure: of a proof that was remembered.
void Tuning::SizeResult() {
  Reproduction& result = outcome_.result.reproduction;
  if (result.cost.object_size || result.bitcode.empty() || !outcome_.baselines.sized()) return;
  const Result<ProgramInfo> measured =
      pool_->Measure(job().program.string(), result.bitcode, {.object_size = true}, run_budget_);
  if (measured) result.cost.object_size = measured->root.cost.object_size;
}

Status Tuning::Conclude() {
  notice_.End();
  SizeResult();
  if (const std::optional<std::string> change = input_->Change()) observer_.Warn(*change);
  outcome_.signal = signals_.received();
  outcome_.wall_seconds = Seconds(Clock::now() - started_);
  return {};
}

void Tuning::Record() {
  // Most of the list's passes are known from the search.
  Evaluator& evaluator = cache_ ? cache_->evaluator() : *pool_;
  const Clock::time_point end = std::max(run_end_, Clock::now() + 100ms);
  record_.Finish(outcome_, evaluator, std::min(end, run_budget_.end()));
  if (cache_) cache_->Close();
}

}  // namespace autotune
