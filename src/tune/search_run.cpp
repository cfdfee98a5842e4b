#include "tune/search_run.h"

#include <cassert>
#include <limits>
#include <string_view>
#include <utility>

#include "core/file.h"
#include "core/pipeline_text.h"
#include "core/quantity.h"
#include "search/engine/begin_with.h"
#include "search/learned/static_prior.h"
#include "tune/input/program_excerpts.h"
#include "tune/levels.h"

namespace autotune {

namespace {

/// Returns the module whose bytes a search has to know; none if it looks at instructions alone, or
/// if each of its values is to be exact, as in an experiment.
std::optional<SizeLimit> LimitOf(const RunParts& run) {
  const auto& levels = run.result.baselines.levels;
  const auto clang = levels.find(Level::kClangOz);
  if (clang == levels.end() || !clang->second.cost.object_size) return std::nullopt;
  const Cost& cost = clang->second.cost;
  if (const auto& limit = run.result.byte_limit) {
    return SizeLimit{
        .instructions = cost.instructions, .bytes = *limit, .spare = run.result.bytes_promised};
  }
  if (!NeedsCode(run.job.objective) || !run.job.experiment.empty()) return std::nullopt;
  if (!run.searched().root.cost.object_size) return std::nullopt;
  assert(run.job.objective == Objective::kObjectSize && "the guard's bytes are its value");
  return SizeLimit{cost.instructions, cost.object_size->total(), SizeAim::kFewest};
}

/// Returns the limits of the wait for the model. A search that only begins with the model's list
/// keeps time for the rest. If evaluations are the limit, time must not influence the answer.
Budget::Limits LimitsOfModel(const RunParts& run) {
  const bool begins = FindMethod(run.job.method).model == Method::Model::kWanted;
  if (!begins || run.job.max_evaluations) return {};
  const Clock::time_point now = Clock::now();
  return {.deadline = now + (run.clock.end() - now) / kFirstShare};
}

}  // namespace

SearchRun::SearchRun(const RunParts& run, const ModelHost* model, RunRecord& record)
    : run_(run),
      model_(model),
      record_(record),
      budget_({.deadline = run.clock.end(), .evaluations = run.job.max_evaluations},
              &run.clock.until_stopped()),
      model_time_(LimitsOfModel(run), &budget_),
      cache_(run.job, run.pool, run.searched().root.next.program, run.observer),
      oz_is_known_(run.result.KnownOz() != nullptr),
      clock_(KnowingOz(), run.pool.actions().size()),
      sizes_(clock_),
      excerpt_clock_(run.pool, run.pool.actions().size()),
      guard_(MakeGuard()),
      objective_(guard_ ? Objective::kIrInstructions : run.job.objective),
      reference_(Reference()),
      attempts_(objective_, searched(), run.pool.actions().size()),
      threads_(run.job.threads) {
  record_.WatchSearch(budget_);
  running_.emplace(budget_, [this](const OnBest& on_best) { return Search(on_best); });
}

Result<Best> SearchRun::Search(const OnBest& on_best) {
  const Result<std::unique_ptr<Prior>> model = MakePrior();
  if (!model) return model.error();
  const Result<Evaluation> root = Root(model->get());
  if (!root) return root.error();
  tell_ = [this, on_best](const Best& best) {
    record_.OnBest(best, run_.clock.seconds());
    on_best(best);
  };
  // The guard tells of lists whose bytes are allowed. The search's own may have too many.
  if (guard_) tell_({{}, run_.searched().root.cost, 0});
  if (SizesCount()) CorrectSizes();
  hits_before_ = cache_.hits();
  const SearchSettings settings = Settings(model->get());
  const TuneJob& job = run_.job;
  const auto make = [&](Evaluator& evaluator) {
    std::unique_ptr<Searcher> searcher =
        MakeSeeded(objective_, evaluator,
                   FindMethod(job.method).make(settings, run_.pool.actions(), evaluator));
    // With choices for the inliner, -Oz itself is better than the levels.
    const Result<PassId> oz = run_.pool.actions().Find(kOzPipeline);
    if (run_.result.inlined && oz) searcher->Suggest({*oz});
    for (const PassSequence& list : record_.seeds()) searcher->Suggest(list);
    return searcher;
  };
  const OnBest tell = guard_ ? OnBest([](const Best&) {}) : tell_;
  Result<Best> best = threads_.Run([&] { return attempts_.Run(make, *root, budget_, tell); });
  guided_ = *model && (*model)->ready();
  return best;
}

/// Returns the evaluator of passes on the program. It runs -Oz once: a search begins with it for
/// more than one reason.
Evaluator& SearchRun::KnowingOz() {
  if (const Evaluation* const oz = run_.result.KnownOz()) {
    return known_.emplace(cache_.evaluator(), *oz);
  }
  const Result<PassId> oz = run_.pool.actions().Find(kOzPipeline);
  if (!oz) return cache_.evaluator();
  return known_.emplace(cache_.evaluator(), run_.searched().root.next.program, *oz);
}

/// Returns the value of -Oz to the search. Returns none if evaluations are the limit: the search
/// must not depend on the order of levels and search.
std::optional<std::uint64_t> SearchRun::Reference() const {
  if (run_.job.max_evaluations) return std::nullopt;
  const auto& levels = run_.result.baselines.levels;
  const auto oz = levels.find(Level::kOz);
  const auto& inlined = run_.result.inlined;
  const bool own = inlined && inlined->oz && HasValue(inlined->oz->cost, run_.job.objective);
  if (!own && oz == levels.end()) return std::nullopt;
  const Cost& cost = own ? inlined->oz->cost : oz->second.cost;
  return guard_ ? guard_->Worth(cost) : Value(cost, objective_);
}

std::optional<SizeGuard> SearchRun::MakeGuard() {
  const std::optional<SizeLimit> limit = LimitOf(run_);
  if (!limit) return std::nullopt;
  // If evaluations are the limit, time must not influence the answer.
  return std::optional<SizeGuard>(
      std::in_place, sizes_, run_.searched().root.cost, *limit,
      /*adapts=*/!run_.job.max_evaluations,
      [this](const SizeGuard::Allowed& list) { tell_({list.passes, list.cost, budget_.used()}); });
}

/// True if the correction of sizes is worth its time: a run of -Oz on the program as it came.
/// Without an outliner, it takes off fewer bytes than are promised.
bool SearchRun::SizesCount() const {
  if (!guard_) return NeedsCode(run_.job.objective);
  const auto& inlined = run_.result.inlined;
  if (!inlined || inlined->without) return true;  // the search runs -Oz anyway, or it has run
  return run_.result.bytes_promised == 0 || !IsX8664(run_.info().target_triple);
}

/// Sizes in a search differ from those of whole object files by some bytes: by how many, -Oz shows.
void SearchRun::CorrectSizes() {
  const auto& levels = run_.result.baselines.levels;
  const auto oz = levels.find(Level::kOz);
  const Result<PassId> pass = run_.pool.actions().Find(kOzPipeline);
  if (oz == levels.end() || !oz->second.cost.object_size || !pass) return;
  std::optional<ObjectSize> alone;
  if (run_.result.inlined) alone = run_.result.inlined->without;
  if (!alone) {
    constexpr Observe kSizeAtEnd{.size_below = std::numeric_limits<std::uint64_t>::max()};
    const EvaluationOptions options{.observe = kSizeAtEnd, .retain = {.end = true}};
    const Trace trace = known_->Apply(run_.info().root.next, {&*pass, 1}, options, budget_);
    if (!trace.steps.empty()) alone = trace.steps[0].cost.object_size;
  }
  if (!alone) return;
  sizes_.Correct(alone->text, static_cast<std::int64_t>(alone->total()) -
                                  static_cast<std::int64_t>(oz->second.cost.object_size->total()));
}

SearchSettings SearchRun::Settings(Prior* model) {
  const TuneJob& job = run_.job;
  SearchSettings settings{.objective = objective_, .seed = job.seed, .model = model};
  settings.learned = !job.no_model;
  settings.reference = reference_;
  // If evaluations are the limit, those of an excerpt count as much as those of the program.
  if (IsLarge(run_.info()) && !job.max_evaluations) {
    settings.excerpts = ExcerptsOf(run_.pool, run_.searched(), job, objective_, run_.observer,
                                   run_.clock.started());
    settings.excerpts.evaluator = &excerpt_clock_;
    settings.oz_is_known = oz_is_known_;
  } else {
    settings.whole_program = IsWhole(run_.info());
  }
  return settings;
}

/// Returns the model's prior for this program; null if there is no model. Errors: the method needs
/// the model, and it can't be used.
Result<std::unique_ptr<Prior>> SearchRun::MakePrior() const {
  if (!model_) return std::unique_ptr<Prior>();
  const Method::Model use = FindMethod(run_.job.method).model;
  const bool required = use == Method::Model::kRequired;
  auto tokens = run_.pool.Tokenize(run_.searched().root.next.program, budget_);
  if (!tokens && required) return tokens.error();
  if (!tokens) {
    run_.observer.Warn("searching without the model: " + tokens.error().message);
    return std::unique_ptr<Prior>();
  }
  // A method that begins with the model waits for it. A method that is the model has nothing to
  // fall back on.
  const bool waits = use >= Method::Model::kWanted || budget_.repeatable();
  return MakeModelPrior(*model_, *std::move(tokens), waits, model_time_,
                        required ? nullptr : MakeStaticPrior(run_.pool.actions()), run_.observer);
}

/// Returns the unmodified program, measured with what the model needs.
Result<Evaluation> SearchRun::Root(const Prior* model) const {
  Evaluation root = run_.searched().root;
  if (guard_) root.cost.instructions = guard_->Worth(root.cost);
  if (!model || !model->needs().graph) return root;
  Result<std::string> bytes = ReadFile(run_.program.path);
  if (!bytes) return bytes.error();
  Result<ProgramInfo> observed =
      run_.pool.Measure(run_.program.name, *std::move(bytes), {.graph = true}, budget_);
  if (!observed) return observed.error();
  root.graph = std::move(observed->root.graph);
  return root;
}

Result<Best> SearchRun::Wait() {
  Result<Best> best = running_->Wait();
  TuneResult& result = run_.result;
  // Loading the model may have failed, or taken longer than the search could wait.
  const bool guided = guided_ && model_->ready() && model_->Wait(Budget::Unlimited()).ok();
  if (!guided) result.model.clear();
  result.search_seconds = Seconds(running_->duration());
  result.evaluations = budget_.used();
  result.pass_tallies = clock_.tallies();
  run_.Trace("searched: {} of {} evaluations were remembered",
             FormatCount(cache_.hits() - hits_before_), FormatCount(result.evaluations));
  return best;
}

}  // namespace autotune
