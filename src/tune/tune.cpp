#include "tune/tune.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/quantity.h"
#include "tune/inlining.h"
#include "tune/input/loaded_program.h"
#include "tune/input/read_program.h"
#include "tune/levels.h"
#include "tune/memory/run_record.h"
#include "tune/output/output_format.h"
#include "tune/plan/tune_plan.h"
#include "tune/proof/code_options.h"
#include "tune/proof/compare_result.h"
#include "tune/proof/proof_desk.h"
#include "tune/proof/proof_time.h"
#include "tune/proof/prove.h"
#include "tune/proof/size_attributes.h"
#include "tune/quick/tune_quick.h"
#include "tune/quick/untried_list.h"
#include "tune/run_clock.h"
#include "tune/run_parts.h"
#include "tune/search_progress.h"
#include "tune/search_run.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;

/// Time of a level's passes, in times of loading the program.
constexpr double kLevelLoads = 6;
/// Time to read, optimise and prove a MiB of bitcode, in seconds: with `default<Oz>` it takes 4 to
/// 5 on a slow machine.
constexpr double kSecondsPerMiB = 8;
/// Choices for the inliner may take a third of the time that is left when the levels are known.
constexpr int kInliningShare = 3;
/// Lists alone make programs with fewer instructions as short, if only these count.
constexpr std::uint64_t kLeastToInline = 6'000;
/// Choices for the inliner that took less are not told of, in seconds.
constexpr double kLeastTold = 0.1;
/// Share of the limit of bytes that lists may have beyond it: size attributes took off 1.5 per cent
/// or more of nine linked programs. They may fail to, so time is kept for another proof.
constexpr double kPromisedShare = 0.01;
/// Minimum time for the record, however long the run took.
constexpr auto kMinRecordTime = 100ms;

/// Returns a duration that a user may write after `--budget`, rounded up.
std::string AsBudget(Clock::duration time) {
  return fmt::format("{}s", std::chrono::ceil<std::chrono::seconds>(time).count());
}

/// One run up to the best list for the module, stage by stage.
class Run {
 public:
  /// The other arguments must outlive this object.
  Run(const TuneJob& job, const Services& services, TuneObserver& observer, const StopToken& stop,
      Clock::time_point started, RunDatabase& database, RunRecord& record)
      : services_(services),
        observer_(observer),
        policy_(PolicyOf(job)),
        clock_(started,
               policy_.clock_waits_for_levels ? std::nullopt
                                              : std::optional<Clock::duration>(job.module_time()),
               stop, observer),
        database_(database),
        record_(record) {
    result_.job = job;
  }

  Result<TuneResult> Go();

 private:
  Status Load();
  Status TuneLoaded();
  void StartSearch();
  void PromiseBytes();
  Status KeepLimit();
  bool ExceedsLimit() const;
  void ChooseInlining();
  Status InlineAsWritten();
  bool ChoosesInlining() const;
  void GiveAttributes();
  void ChooseCode();
  Status Search();
  Status TryQuickLists();
  bool HasTimeToSearch();
  void TellNoTimeToSearch(Clock::time_point begin);
  ProgressSettings SettingsOfProgress();
  Status JudgeSearch(const Result<Best>& best);
  Error Failed(const Error& error);
  Error NoTime() const;
  void EndRecordOfSearch();

  const TuneJob& job() const { return result_.job; }

  const Services& services_;
  TuneObserver& observer_;
  const RunPolicy policy_;
  RunClock clock_;
  TuneResult result_;
  RunDatabase& database_;
  RunRecord& record_;
  // Set once the program is loaded.
  std::optional<LoadedProgram> loaded_;
  const ModelHost* model_ = nullptr;
  std::optional<RunParts> parts_;
  std::optional<ProofTimes> times_;
  std::optional<Levels> levels_;
  std::optional<UntriedList> untried_;
  std::optional<Proven> level_;  ///< result before a search whose lists may exceed the limit
  // Set once the search has begun; declared after the members that its thread uses.
  std::optional<SearchRun> search_;
  std::optional<ProofDesk> desk_;  ///< of the search
};

Result<TuneResult> Run::Go() {
  Status status = Load();
  if (status.ok()) status = TuneLoaded();
  observer_.OnSearchEnd();
  if (!status.ok()) return Failed(status.error());
  if (const auto change = loaded_->input.Change(clock_.all())) observer_.Warn(*change);
  result_.started = clock_.started();
  result_.stats = loaded_->pool->stats();
  result_.signal = clock_.signal();
  result_.wall_seconds = clock_.seconds();
  observer_.OnResult(result_);
  EndRecordOfSearch();
  return std::move(result_);
}

Status Run::Load() {
  const bool model_required = FindMethod(job().method).model == Method::Model::kRequired;
  if (model_required && !services_.models) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("the method {} needs a model, and there is none", job().method)};
  }
  Result<ActionSpace> actions = LoadActionSpace(job().action_space);
  if (!actions) return actions.error();
  result_.actions = actions->size();
  result_.action_space_fingerprint = actions->fingerprint();
  const auto start_pool = [this](ActionSpace space, WorkerPoolOptions options) {
    options.verify_all = PolicyOf(job()).verifies_all;
    return services_.start_pool(std::move(space), std::move(options));
  };
  Result<LoadedProgram> loaded =
      LoadProgram(job(), *std::move(actions), database_, clock_.all(), start_pool);
  if (!loaded) return loaded.error();
  for (const std::string& warning : loaded->warnings) observer_.Warn(warning);
  loaded_.emplace(*std::move(loaded));
  result_.job.program = loaded_->input.name();
  result_.program = loaded_->program;
  result_.whole_program = std::move(loaded_->whole_program);
  result_.llvm_version = loaded_->pool->llvm_version();
  if (services_.models) {
    const auto model = services_.models->Take(job(), loaded_->pool->actions(), observer_);
    if (!model) return model.error();
    model_ = *model;
  }
  if (model_) result_.model = model_->weights().filename();
  parts_.emplace(RunParts{job(), policy_, observer_, clock_, database_, *loaded_->pool,
                          loaded_->input.program(), loaded_->loading, result_});
  times_.emplace(*parts_);
  levels_.emplace(*parts_, *times_);
  parts_->Trace("loaded {}: {} instructions, LLVM {}", job().program.string(),
                FormatCount(result_.program.root.cost.instructions), result_.llvm_version);
  return {};
}

Status Run::TuneLoaded() {
  if (Status status = record_.Start(result_, loaded_->pool->actions()); !status.ok()) return status;
  const bool searches = FindMethod(job().method).work != Method::Work::kQuick;
  const Status as_written = searches ? InlineAsWritten() : Status();
  if (!as_written.ok()) return as_written;
  // A search has to know the bytes that it may not exceed, or is to go below. Choices for the
  // inliner are compared with -Oz, and the search begins with them.
  const bool waits = levels_->LimitBytes() || NeedsCode(job().objective) || ChoosesInlining() ||
                     job().asks_commands();
  if (searches && policy_.levels_beside_search && !waits) StartSearch();
  if (!search_) observer_.OnStep("measuring -Oz and the other standard levels");
  untried_.emplace(*parts_, levels_->LimitBytes() || NeedsCode(job().objective));
  const bool no_search = searches && !search_ && !levels_->HasTimeAfterOz();
  // Two of the user's commands might get in each other's way.
  const bool beside = job().threads > 1 && job().check.empty() && !job().asks_commands();
  if (no_search && beside && !untried_->empty()) untried_->Start();
  if (Status status = levels_->Measure(search_.has_value()); !status.ok()) return status;
  if (Status status = levels_->Prove(search_.has_value()); !status.ok()) return status;
  ResultComparison comparison(*parts_);
  if (Status status = comparison.MeasureOz(); !status.ok()) return status;
  if (searches && !search_ && !untried_->started()) ChooseInlining();
  if (Status status = searches ? Search() : TryQuickLists(); !status.ok()) return status;
  levels_->SizeResult();
  GiveAttributes();
  if (Status status = KeepLimit(); !status.ok()) return status;
  ChooseCode();
  comparison.MeasureResult();
  return {};
}

/// Lets the search begin with the calls inlined that authors of functions want inlined: lists that
/// leave these calls out make programs smaller, against the authors' orders.
Status Run::InlineAsWritten() {
  if (!policy_.inlines_as_written || job().allowed.always_inline) return {};
  if (result_.program.always_inline_functions == 0) return {};
  Result<InlinedProgram> inlined = autotune::InlineAsWritten(*parts_);
  if (!inlined) return inlined.error();
  parts_->Trace("inlined the calls of {}",
                Counted(result_.program.always_inline_functions, "always_inline function",
                        "always_inline functions"));
  record_.UseChoices(inlined->choices);
  result_.inlined = *std::move(inlined);
  return {};
}

bool Run::ChoosesInlining() const {
  // If evaluations are the limit, time must not influence the answer.
  if (!job().choose_inlining || job().max_evaluations) return false;
  // The result of a method that is the model is the model's, or nobody's.
  if (FindMethod(job().method).model == Method::Model::kRequired) return false;
  const bool bytes_matter = job().guard_bytes || NeedsCode(job().objective);
  return bytes_matter || result_.program.root.cost.instructions >= kLeastToInline;
}

/// Decides for some functions if they are inlined. The search begins with that.
void Run::ChooseInlining() {
  if (!ChoosesInlining()) return;
  const Clock::time_point begin = Clock::now();
  observer_.OnStep("choosing which functions are inlined");
  Result<InlinedProgram> inlined =
      autotune::ChooseInlining(*parts_, record_.seeds(), (clock_.end() - begin) / kInliningShare);
  result_.inlining_seconds = Seconds(Clock::now() - begin);
  if (inlined) {
    parts_->Trace("inlining: {} in {}", Counted(inlined->choices.size(), "choice", "choices"),
                  FormatSeconds(result_.inlining_seconds));
    record_.UseChoices(inlined->choices);
    result_.inlined = *std::move(inlined);
  } else {
    parts_->Trace("no choices for the inliner: {}", inlined.error().message);
  }
}

/// Gives functions of the result the size attributes that make their code smallest, if there is
/// time for it.
void Run::GiveAttributes() {
  const Reproduction& module = result_.result.reproduction;
  if (!job().size_attributes || clock_.signal() != 0) return;
  // If evaluations are the limit, time must not influence the answer.
  const bool planned = times_->OfAttributes() > Clock::duration() || ExceedsLimit();
  if (!job().max_evaluations && !planned) return;
  if (!result_.result.proved() || module.bitcode.empty() || !module.cost.object_size) return;
  const Clock::time_point begin = Clock::now();
  const Clock::duration all = clock_.end() - begin;
  Clock::duration left = all;
  if (ExceedsLimit()) {
    // Time for another proof is kept, unless size attributes need it: they mostly spare that proof.
    const Proven& proven = result_.result;
    left = std::max(all - proven.reproduction.opt_time - proven.check_time,
                    std::min(all, times_->OfAttributes()));
  }
  Clock::duration share = times_->ForAttributes(left) - times_->OfForcing();
  // They take off more than options of code generation do.
  if (share <= Clock::duration()) share = left - times_->OfForcing();
  const auto choosing = std::chrono::duration_cast<std::chrono::milliseconds>(share);
  Result<Attributed> attributed = Error{ErrorCode::kCancelled, "no time is left"};
  if (choosing.count() > 0) {
    attributed =
        AttributeForSize(job(), module, *loaded_->pool, {.time = choosing}, clock_.until_stopped());
  }
  result_.attributes_seconds += Seconds(Clock::now() - begin);
  if (attributed) {
    parts_->Trace("gave size attributes to {}: {} bytes",
                  Counted(attributed->functions, "function", "functions"),
                  FormatCount(attributed->size.total()));
    result_.attributed = *std::move(attributed);
  } else if (attributed.error().code == ErrorCode::kCancelled && clock_.signal() == 0) {
    observer_.Remark("no size attributes: no time was left for them");
  } else {
    parts_->Trace("no size attributes: {}", attributed.error().message);
  }
}

/// Lets lists have some bytes beyond the limit if size attributes come after them.
void Run::PromiseBytes() {
  const bool attributes = job().size_attributes && job().function_time == Clock::duration();
  if (!result_.byte_limit || job().byte_limit || !attributes) return;
  if (!job().max_evaluations && times_->OfAttributes() == Clock::duration()) return;
  result_.bytes_promised =
      static_cast<std::uint64_t>(kPromisedShare * static_cast<double>(*result_.byte_limit));
  level_ = result_.result;
}

/// Replaces a result that size attributes did not take below the limit of bytes by the best list
/// within the limit.
Status Run::KeepLimit() {
  if (!ExceedsLimit()) return {};
  if (clock_.signal() == 0) {
    observer_.Remark("size attributes took off too few bytes: the result is another list");
  }
  result_.attributed.reset();
  result_.result = *std::exchange(level_, std::nullopt);
  if (Status status = desk_->FinishWithinLimit(); !status.ok()) return status;
  levels_->SizeResult();
  const bool has_time = Clock::now() + 2 * times_->OfForcing() < clock_.end();
  if (has_time || job().max_evaluations) GiveAttributes();
  return {};
}

/// True if the result is a list that relied on promised bytes.
bool Run::ExceedsLimit() const {
  return level_ && !result_.result.level && !result_.KeepsLimit(result_.delivered());
}

/// Chooses options of code generation for the object file that is delivered.
void Run::ChooseCode() {
  const Reproduction& module = result_.result.reproduction;
  const bool wanted = job().code_options && IsObjectFile(job().output);
  if (!wanted || clock_.signal() != 0) return;
  if (!job().max_evaluations && times_->OfCode() == Clock::duration()) return;
  if (!result_.result.proved() || !result_.delivered().object_size) return;
  const std::string& object = result_.attributed ? result_.attributed->object : module.object;
  if (!object.starts_with("\177ELF")) return;  // sizes of others are not read
  const Clock::time_point begin = Clock::now();
  // If evaluations are the limit, time must not influence the answer.
  const auto end = job().max_evaluations ? Clock::time_point::max() : clock_.end();
  Result<OptionedObject> optioned = CodeForSize(
      job(), result_.attributed ? result_.attributed->bitcode : module.bitcode, module.code_model,
      *result_.delivered().object_size, result_.program.target_triple, end, clock_.until_stopped());
  result_.options_seconds = Seconds(Clock::now() - begin);
  if (optioned) {
    parts_->Trace("code generation with {}: {} bytes", fmt::join(optioned->options, " "),
                  FormatCount(optioned->size.total()));
    result_.optioned = *std::move(optioned);
  } else {
    parts_->Trace("no options of code generation: {}", optioned.error().message);
  }
}

void Run::StartSearch() {
  search_.emplace(*parts_, model_, record_);
  times_->UseClock(search_->clock());
}

/// Watches the search to its end and proves the best list that it found.
Status Run::Search() {
  const Clock::time_point begin = Clock::now();
  result_.curve = {
      {Seconds(begin - clock_.started()), 0, parts_->Value(result_.program.root.cost)}};
  const bool tried = untried_->started();
  if (tried) untried_->Take(record_);
  if (!search_ && HasTimeToSearch()) {
    PromiseBytes();
    StartSearch();
  }
  if (!search_ || (search_->budget().Exhausted() && search_->budget().used() == 0)) {
    if (search_) search_->Stop();
    result_.model.clear();
    result_.bytes_promised = 0;
    level_.reset();
    if (clock_.signal() == 0) TellNoTimeToSearch(begin);
    if (!untried_->empty() && !tried && untried_->HasTime()) {
      untried_->Start();
      untried_->Take(record_);
    }
    return ProofDesk(*parts_, *times_, *levels_, nullptr).Finish({});
  }
  SearchProgress progress(SettingsOfProgress(), search_->budget(), observer_);
  ProofDesk& desk = desk_.emplace(*parts_, *times_, *levels_, &*search_);
  // If evaluations are the limit, time must not influence the answer.
  if (!job().max_evaluations) desk.StartTrials();
  search_->running().Listen([&](const Best& found, Clock::time_point found_at) {
    progress.OnBest(found, found_at);
    desk.OnBest(found);
  });
  const Result<Best> best = [&] {
    const RunClock::Ticking ticking(clock_, [&progress] { return progress.Tick(); });
    return search_->Wait();
  }();
  observer_.OnSearchEnd();
  desk.StopTrials();
  result_.curve = progress.curve();
  if (Status status = JudgeSearch(best); !status.ok()) return status;
  return desk.Finish(progress.improvements());
}

/// Runs the lists of the quick mode, and proves them if they are better than the levels.
Status Run::TryQuickLists() {
  const Clock::time_point begin = Clock::now();
  result_.curve = {
      {Seconds(begin - clock_.started()), 0, parts_->Value(result_.program.root.cost)}};
  Result<std::vector<Candidate>> candidates = QuickCandidates(job());
  if (!candidates) return candidates.error();
  const Prover prover(job(), loaded_->input.program(), *loaded_->pool);
  record_.OnList({}, result_.program.root.cost, result_.curve.front().seconds);
  for (Candidate& its : *candidates) {
    if (!result_.baselines.sized()) its.cost.object_size.reset();
    Result<Proven> once =
        prover.Prove(its, std::nullopt, Prover::Care::kQuick, clock_.until_stopped());
    if (!once) {
      const bool late = once.error().code == ErrorCode::kCancelled;
      if (clock_.signal() == 0) {
        observer_.Warn(late ? "there was no time for all learned lists"
                            : "the learned lists failed: " + once.error().message);
      }
      if (late) break;
      continue;
    }
    const Cost& cost = once->reproduction.cost;
    const std::uint64_t value = parts_->Value(cost);
    if (value < result_.curve.back().best) {
      result_.curve.push_back({clock_.seconds(), 0, value});
      record_.OnList(its.elements, cost, clock_.seconds());
    }
    if (!result_.Allows(cost) || value >= parts_->Value(result_.result.reproduction.cost)) continue;
    result_.result = *std::move(once);
  }
  result_.search_seconds = Seconds(Clock::now() - begin);
  return ProofDesk(*parts_, *times_, *levels_, nullptr).Finish({});
}

bool Run::HasTimeToSearch() {
  Clock::duration needed = times_->Of({{}, result_.program.root.cost, 0});
  // The search of such a program would begin with -Oz, unless its result is known.
  if (!untried_->empty() && !result_.KnownOz()) needed += untried_->TimeOfOz();
  return Clock::now() + needed < clock_.end();
}

void Run::TellNoTimeToSearch(Clock::time_point begin) {
  const Clock::duration spent = begin - clock_.started();
  const Clock::duration proof = times_->Of({{}, result_.program.root.cost, 0});
  observer_.Warn(fmt::format(
      "no time to search: of the budget of {} the standard levels{} took {}, and a proof takes {}: "
      "try --budget {}",
      FormatDuration(job().module_time()),
      result_.inlining_seconds > kLeastTold ? " and the choice of inlining" : "",
      FormatSeconds(Seconds(spent)), FormatSeconds(Seconds(proof)),
      AsBudget(2 * (spent + proof) + job().function_time)));
}

ProgressSettings Run::SettingsOfProgress() {
  ProgressSettings settings;
  settings.objective = job().objective;
  const auto oz = result_.baselines.levels.find(Level::kOz);
  if (oz != result_.baselines.levels.end()) settings.oz = parts_->Value(oz->second.cost);
  settings.run_started = clock_.started();
  settings.search_started = search_->running().begin();
  settings.run_end = clock_.end();
  settings.evaluations = [this] { return search_->tried(); };
  settings.proof_time = [this](const Best& best) {
    const bool exceeds = level_ && !best.passes.empty() && !result_.KeepsLimit(best.cost);
    return times_->Of(best) + times_->OfMinimizing(best) + times_->OfAttributes() +
           times_->OfCode() + (exceeds ? times_->Of(best, Prover::Care::kQuick) : 0s);
  };
  settings.failures = [this] { return loaded_->pool->stats().AllFailures(); };
  return settings;
}

/// Judges the search: if the method is the model, it fails with a model that can't be used.
Status Run::JudgeSearch(const Result<Best>& best) {
  const bool required = FindMethod(job().method).model == Method::Model::kRequired;
  if (!best && required && best.error().code != ErrorCode::kCancelled) return best.error();
  if (clock_.signal() != 0) return {};
  if (result_.evaluations == 0 && required) {
    observer_.Warn("no time to search: the budget ended before the model could be asked");
  } else if (!best) {
    observer_.Warn("the search failed: " + best.error().message);
  }
  return {};
}

/// Ends a run that has nothing to report.
Error Run::Failed(const Error& error) {
  const int signal = clock_.signal();
  if (search_ && result_.search_seconds == 0) {
    result_.search_seconds = Seconds(search_->running().duration());
  }
  if (search_) search_->Stop();
  if (loaded_) result_.stats = loaded_->pool->stats();
  result_.wall_seconds = clock_.seconds();
  const Error failure = error.code == ErrorCode::kCancelled && signal == 0 ? NoTime() : error;
  record_.Fail(result_, failure, signal);
  if (signal == 0) return failure;
  return {ErrorCode::kCancelled, "stopped before there was anything to report"};
}

/// Returns the error that not even one standard level ended within the budget.
Error Run::NoTime() const {
  const Clock::duration spent = Clock::now() - clock_.started();
  // If reading has not ended, it takes at least the time spent so far.
  const Clock::duration loading = loaded_ ? loaded_->loading : spent;
  // Text has four bytes for one of bitcode.
  const std::uint64_t bytes = ProgramBytes(job().program) / (IsTextualIr(job().program) ? 4 : 1);
  const std::chrono::duration<double> by_size(kSecondsPerMiB * static_cast<double>(bytes) /
                                              (1 << 20));
  const std::chrono::duration<double> by_loading = 2 * (1 + kLevelLoads) * loading;
  const auto needed = std::chrono::duration_cast<Clock::duration>(std::max(by_size, by_loading));
  return {ErrorCode::kNoTime,
          fmt::format("no standard level of '{}' ended within the budget of {}: try --budget {}",
                      job().program.string(), FormatDuration(job().budget),
                      AsBudget(std::max(needed, 2 * spent) + job().function_time))};
}

void Run::EndRecordOfSearch() {
  // Most of the list's passes are known from the search.
  Evaluator& evaluator = search_ ? search_->evaluator() : *loaded_->pool;
  const Clock::time_point end = std::max(clock_.end(), Clock::now() + kMinRecordTime);
  record_.EndSearch(result_, evaluator, std::min(end, clock_.all().end()));
  if (search_) search_->CloseCache();
}

/// Looks for a plan in the rest of the budget. The result without one has been delivered. Errors:
/// the machine kept an experiment, which compares methods, from looking.
Status LookForPlan(TuneResult& result, const Services& services, TuneObserver& observer,
                   const StopToken& stop) {
  result.signal = stop.signal();
  if (result.signal != 0) return {};
  Result<PlannedResult> planned = TunePlan(
      result,
      {.end = result.started + result.job.budget, .evaluations = result.job.max_evaluations},
      observer, stop, services.start_pool);
  result.signal = stop.signal();
  result.wall_seconds = Seconds(Clock::now() - result.started);
  if (planned) {
    result.planned = *std::move(planned);
    result.optioned.reset();  // the plan's object is another
    result.facts.reset();
    observer.OnPlan(result);
    return {};
  }
  const Error& error = planned.error();
  const bool looked = error.code != ErrorCode::kIo && error.code != ErrorCode::kWorkerLost;
  if (!looked && !result.job.experiment.empty()) return error;
  if (result.signal == 0) observer.Warn("no plan: " + error.message);
  return {};
}

}  // namespace

Result<TuneResult> Tune(const TuneJob& job, const Services& services, TuneObserver& observer,
                        const StopToken& stop, Clock::time_point started) {
  TuneJob whole = job;
  if (whole.threads == 0) whole.threads = DefaultThreads();
  const bool plans = whole.function_time.count() > 0;
  if (const auto plugin = PluginFlag(); plans && !plugin) return plugin.error();
  RunDatabase database(observer);
  RunRecord record(database);
  Result<TuneResult> result = Run(whole, services, observer, stop, started, database, record).Go();
  if (!result) return result;
  if (const Status looked = plans ? LookForPlan(*result, services, observer, stop) : Status();
      !looked.ok()) {
    record.Fail(*result, looked.error(), result->signal);
    return looked.error();
  }
  // The last step, so that nobody waits for a slow or locked file.
  if (const Status kept = record.Finish(*result); !kept.ok()) return kept.error();
  return result;
}

}  // namespace autotune
