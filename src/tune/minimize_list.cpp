#include "tune/minimize_list.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/objective.h"
#include "core/pipeline_text.h"
#include "eval/process/subprocess.h"
#include "eval/proof/module_name.h"
#include "search/engine/size_guard.h"
#include "search/list/minimize.h"
#include "tune/inlining.h"
#include "tune/input/loaded_program.h"
#include "tune/levels.h"
#include "tune/memory/level_cache.h"
#include "tune/proof/prove.h"
#include "tune/run_clock.h"
#include "tune/threads.h"

namespace autotune {

namespace {

/// Elements of a pipeline as an action space of its own, so that any will do.
struct PassList {
  ActionSpace actions;
  PassSequence passes;
};

PassList ToPassList(const std::vector<std::string>& elements) {
  std::vector<Action> actions;
  PassSequence passes;
  for (const std::string& element : elements) {
    if (IsOfRepair(element)) continue;  // here every pass has fresh analyses anyhow
    const auto found = std::ranges::find(actions, element, &Action::pipeline);
    passes.push_back(static_cast<PassId>(found - actions.begin()));
    if (found == actions.end()) actions.push_back({element, ""});
  }
  return {ActionSpace("list", std::move(actions), {}), std::move(passes)};
}

/// One minimising, stage by stage.
class Minimizing {
 public:
  Minimizing(const TuneJob& job, TuneObserver& observer, const StopToken& stop,
             Clock::time_point started)
      : job_(job),
        observer_(observer),
        clock_(started, {}, stop, observer),
        budget_({.deadline = started + job.budget, .evaluations = {}}, &clock_.until_stopped()) {}

  Result<MinimizedList> Run(const GivenPipeline& pipeline);

 private:
  /// The list as it is, measured.
  Result<Best> Measure(const PassSequence& passes, const Observe& observe);
  /// Returns a list without passes that it does as well without.
  Best Shorten(const Best& whole);
  Candidate AsCandidate(const Best& best) const;
  /// True if a list inlines what the author of the source wants inlined.
  bool Obeys(const Best& best) const;
  Result<Proven> Prove(const Best& best);
  std::string LineOf(const Candidate& list) const;
  Error Unproved(Error error, const Best& best) const;
  std::uint64_t Value(const Proven& proven) const {
    return autotune::Value(proven.reproduction.cost, job_.objective);
  }

  const TuneJob& job_;
  TuneObserver& observer_;
  RunClock clock_;
  Budget budget_;  ///< for minimising
  std::optional<LoadedProgram> loaded_;
  Evaluation root_;  ///< of the program with its choices for the inliner
  std::vector<InlineChoice> choices_;
  std::vector<std::string> opt_flags_;  ///< others
  bool sized_ = false;                  ///< LLVM can generate code for the program
};

Result<MinimizedList> Minimizing::Run(const GivenPipeline& pipeline) {
  if (pipeline.plugin) {
    return Error{ErrorCode::kInvalidArgument,
                 "a plan, or the list of the quick mode, can't be minimised: replay repeats it"};
  }
  opt_flags_ = pipeline.opt_flags;
  std::vector<std::string> elements = SplitPipeline(pipeline.text);
  choices_ = TakeChoices(elements, opt_flags_);
  PassList list = ToPassList(elements);
  RunDatabase database(observer_);
  Result<LoadedProgram> loaded =
      LoadProgram(job_, std::move(list.actions), database, clock_.until_stopped());
  if (!loaded) return loaded.error();
  for (const std::string& warning : loaded->warnings) observer_.Warn(warning);
  loaded_.emplace(*std::move(loaded));
  if (const auto warning = WarnOfAnotherProgram(pipeline, loaded_->program.root.next.program)) {
    observer_.Warn(*warning);
  }
  root_ = loaded_->program.root;
  if (!choices_.empty()) {
    const Result<ProgramInfo> inlined = loaded_->pool->LoadInlined(
        root_.next.program, choices_, ObserveFor(job_.objective), clock_.until_stopped());
    if (!inlined) return inlined.error();
    root_ = inlined->root;
  }
  Result<LevelMeasurements> levels =
      MeasureLevelsCached(*loaded_->pool, loaded_->program, job_.objective,
                          {.time_limit = kLevelTimeLimit, .others = &budget_},
                          clock_.until_stopped(), job_.code_model, database);
  if (!levels) return levels.error();
  sized_ = levels->baselines.sized();
  if (!sized_) observer_.Warn(WhyNoSizes(job_.program, levels->baselines));
  const Result<Best> whole = Measure(list.passes, ObserveFor(job_.objective));
  if (!whole) return whole.error();
  Best shorter = Shorten(*whole);
  if (Obeys(*whole) && !Obeys(shorter)) {
    observer_.Warn(
        "the list stays: shorter ones leave calls that the author of the source wants inlined");
    shorter = *whole;
  }
  Result<Proven> proven = Prove(shorter);
  if (!proven) return Unproved(proven.error(), shorter);
  if (!opt_flags_.empty()) {
    // The workers know nothing of flags, with which the list may need what it did as well without.
    Result<Proven> all = Prove(*whole);
    if (all && Value(*all) < Value(*proven)) proven = std::move(all);
  }
  if (const auto change = loaded_->input.Change(clock_.all())) observer_.Warn(*change);
  return MinimizedList{loaded_->input.name(),       std::move(levels->baselines),
                       loaded_->program.code_model, std::move(loaded_->whole_program),
                       list.passes.size(),          *std::move(proven)};
}

/// If bytes matter besides the objective, the list keeps to those that it has.
Best Minimizing::Shorten(const Best& whole) {
  constexpr Observe kSizeAtEnd{.size_below = std::numeric_limits<std::uint64_t>::max()};
  std::optional<SizeGuard> guard;
  if (job_.guard_bytes && sized_) {
    const Result<Best> sized = Measure(whole.passes, kSizeAtEnd);
    if (sized && sized->cost.object_size) {
      const SizeLimit limit{whole.cost.instructions, sized->cost.object_size->total()};
      guard.emplace(*loaded_->pool, root_.cost, limit, /*adapts=*/true,
                    [](const SizeGuard::Allowed&) {});
      guard->Enforce(whole.cost.instructions, limit.bytes);
    }
  }
  Evaluator& evaluator = guard ? static_cast<Evaluator&>(*guard) : *loaded_->pool;
  return OnThreads(job_.threads,
                   [&] { return Minimize({job_.objective}, evaluator, root_, whole, budget_); });
}

Result<Best> Minimizing::Measure(const PassSequence& passes, const Observe& observe) {
  const EvaluationOptions options{.observe = observe, .retain = {.start = false, .end = false}};
  const Trace trace = loaded_->pool->Apply(root_.next, passes, options, clock_.until_stopped());
  if (trace.status.ok()) {
    return Best{passes, trace.steps.empty() ? root_.cost : trace.steps.back().cost, 0};
  }
  Error error = trace.status.error();
  if (error.code == ErrorCode::kCancelled) return error;
  const std::string_view pass = loaded_->pool->actions().Pipeline(passes[trace.steps.size()]);
  error.message = fmt::format("'{}' fails on '{}': {}", pass, job_.program.string(), error.message);
  return error;
}

Candidate Minimizing::AsCandidate(const Best& best) const {
  Candidate candidate = ToCandidate(best, loaded_->pool->actions());
  candidate.opt_flags = opt_flags_;
  MakeChoices(choices_, candidate);
  return candidate;
}

bool Minimizing::Obeys(const Best& best) const {
  return InlinesAsWritten(AsCandidate(best).elements, loaded_->program);
}

/// Returns the line that makes what a list gives. `replay` takes no flags of `opt`.
std::string Minimizing::LineOf(const Candidate& list) const {
  const std::string pipeline = fmt::format("{}", fmt::join(list.elements, ","));
  if (list.opt_flags.empty()) {
    return fmt::format(
        "autotune replay {}{} --passes {}",
        job_.whole_program
            ? WholeProgramArguments(fmt::format("{}", fmt::join(job_.keep, ","))) + " "
            : "",
        ShellQuote(job_.program.string()), ShellQuote(pipeline));
  }
  const std::filesystem::path whole = WholeFile(job_.program);
  const auto& made = loaded_->whole_program;
  return (made ? OptCommand(job_.opt_program, made->made, job_.program, whole) + " && " : "") +
         OptCommand(job_.opt_program, {.pipeline = pipeline, .opt_flags = list.opt_flags},
                    made ? whole : job_.program, ModuleStem(job_.program) + ".best.bc");
}

/// Names the list that is left if a signal leaves no time to prove it.
Error Minimizing::Unproved(Error error, const Best& best) const {
  if (error.code != ErrorCode::kCancelled) return error;
  return {ErrorCode::kNoTime, "no time to prove what is left: " + LineOf(AsCandidate(best))};
}

Result<Proven> Minimizing::Prove(const Best& best) {
  const Candidate candidate = AsCandidate(best);
  const Budget budget({.deadline = Clock::now() + kLevelTimeLimit}, &clock_.all());
  Result<Proven> proven = Prover(job_, loaded_->input.program(), *loaded_->pool)
                              .Prove(candidate, {}, Prover::Care::kFull, budget);
  if (!proven) return proven;
  Cost& cost = proven->reproduction.cost;
  if (!cost.object_size && sized_) {
    const Result<ProgramInfo> measured = loaded_->pool->Measure(
        job_.program.string(), proven->reproduction.bitcode, {.object_size = true}, clock_.all());
    if (measured) cost.object_size = measured->root.cost.object_size;
  }
  return proven;
}

}  // namespace

Result<MinimizedList> MinimizeList(const TuneJob& job, const GivenPipeline& pipeline,
                                   TuneObserver& observer, const StopToken& stop,
                                   Clock::time_point started) {
  return Minimizing(job, observer, stop, started).Run(pipeline);
}

}  // namespace autotune
