#include "tune/plan/tune_plan.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/task_arena.h>

#include "core/pipeline_text.h"
#include "core/quantity.h"
#include "eval/process/temp_directory.h"
#include "search/plan/function_search.h"
#include "tune/input/input_copy.h"
#include "tune/proof/prove.h"
#include "tune/run_clock.h"
#include "tune/seconds.h"
#include "tune/threads.h"

namespace autotune {

namespace {

/// Places at which the base list is divided on trial, at most.
constexpr std::size_t kPlaces = 6;
/// Part of the remaining time that these trials may take, as its denominator.
constexpr int kTrialsPart = 10;
/// A division at an earlier place may be this many times as large as the best.
constexpr double kTolerance = 1.004;
/// Part of the remaining budget that one search for all functions may take.
constexpr double kFunctionsPart = 0.6;
/// The search ends if this part of the whole is left.
constexpr double kLastPart = 0.04;
/// A search for functions ends if its last third brought less than this part of its gain.
constexpr double kLastGains = 0.04;
constexpr std::uint64_t kLeastTurns = 3;  ///< for each function, before that
/// A proof takes this many times the run in a worker, on one core for each of its processes, since
/// `opt` reads and writes files and keeps debug information.
constexpr double kProofFactor = 1.5;
constexpr std::chrono::milliseconds kLeastProof{500};
/// Time limit of a pass on one function. Most take less than a millisecond, and some never end.
constexpr std::chrono::milliseconds kFunctionPassTime{1000};
constexpr std::chrono::milliseconds kTick{200};

Clock::duration Times(double factor, Clock::duration time) {
  return std::chrono::duration_cast<Clock::duration>(
      factor * std::chrono::duration<double, Clock::period>(time));
}

class PlanTuning {
 public:
  PlanTuning(const TuneResult& base, const PlanBudget& budget, TuneObserver& observer,
             const StopToken& stop)
      : base_(base),
        job_(base.job),
        observer_(observer),
        begin_(Clock::now()),
        clock_(begin_, budget.end - begin_, stop, observer),
        budget_({.evaluations = budget.evaluations}, &clock_.until_stopped()) {}

  Result<PlannedResult> Go(const StartPool& start_pool);

 private:
  /// A plan and the module that it gives.
  struct State {
    Plan plan;
    Cost cost;
    std::string module;  ///< bitcode
  };

  Status Load(const StartPool& start_pool);
  Status Divide();
  Result<PipelineRun> Run(const std::string& pipeline, ModuleFormat format);
  Result<State> Apply(Plan plan);
  void Search();
  Result<bool> TuneFunctions();
  Result<bool> Accept(Plan plan);
  PlanPhase PhaseOf(const std::vector<LoneFunction>& functions,
                    const std::vector<FunctionSearch::Found>& found) const;
  Result<Candidate> ToCandidate(const Plan& plan, const std::string& file) const;
  Result<Proven> Prove();
  Clock::duration ProofTime() const;
  Budget::Limits Part(double part);
  void Tell(std::uint64_t value);
  std::uint64_t ValueOf(const Cost& cost) const { return base_.value(cost); }

  const TuneResult& base_;
  const TuneJob job_;
  TuneObserver& observer_;
  const Clock::time_point begin_;
  RunClock clock_;
  Budget budget_;
  std::optional<InputCopy> input_;
  std::optional<TempDirectory> folder_;
  std::unique_ptr<WorkerPool> pool_;  ///< workers that know the passes of functions
  ProgramId program_;
  PassSequence first_;  ///< list that the functions begin with; empty after their first phase
  Plan before_first_;   ///< plan before that phase
  State state_;         ///< the best so far
  std::vector<PlanStep> steps_;
  std::uint64_t round_ = 0;
  Clock::duration run_time_{};  ///< wall time of the last plan in a worker
  Clock::time_point told_{};
  std::uint64_t told_value_ = 0;
  Clock::time_point improved_ = begin_;
};

Result<PlannedResult> PlanTuning::Go(const StartPool& start_pool) {
  if (Status loaded = Load(start_pool); !loaded.ok()) return loaded.error();
  if (Status divided = Divide(); !divided.ok()) return divided.error();
  const Clock::time_point search_begin = Clock::now();
  Search();
  observer_.OnSearchEnd();
  if (clock_.signal() != 0) return Error{ErrorCode::kCancelled, "stopped"};
  PlannedResult result;
  result.search_seconds = Seconds(Clock::now() - search_begin);
  result.evaluations = budget_.used();
  result.steps = std::move(steps_);
  for (const PlanPhase& phase : state_.plan.phases) {
    result.functions = std::max<std::uint64_t>(result.functions, phase.functions.size());
  }
  if (ValueOf(state_.cost) >= ValueOf(base_.result.reproduction.cost)) {
    return Error{ErrorCode::kNotFound, "nothing smaller was found than with one list for all"};
  }
  Result<Proven> proven = Prove();
  if (!proven) return proven.error();
  if (ValueOf(proven->reproduction.cost) >= ValueOf(base_.result.reproduction.cost)) {
    return Error{ErrorCode::kNotFound, "with it, opt makes nothing smaller than without"};
  }
  result.proven = *std::move(proven);
  result.plan = std::move(state_.plan);
  return result;
}

/// Reads the program again, which must not have changed.
Status PlanTuning::Load(const StartPool& start_pool) {
  Result<InputCopy> input = InputCopy::Take(job_.program, clock_.until_stopped());
  if (!input) return input.error();
  input_.emplace(*std::move(input));
  if (base_.whole_program) {
    const Status replaced =
        input_->Replace(base_.whole_program->made.bitcode, WholeFile(job_.program).string());
    if (!replaced.ok()) return replaced.error();
  }
  if (HashBytes(input_->bytes()) != base_.program.root.next.program) {
    return Error{ErrorCode::kBadInput,
                 fmt::format("'{}' has changed meanwhile", job_.program.string())};
  }
  Result<TempDirectory> folder = TempDirectory::CreatePlain(TempRoot());
  if (!folder) return folder.error();
  folder_.emplace(*std::move(folder));
  Result<ActionSpace> actions = LoadActionSpace(job_.action_space);
  if (!actions) return actions.error();
  WorkerPoolOptions options;
  options.workers = job_.threads;
  options.worker_program = job_.worker_program;
  options.pass_time_limit = std::min(job_.pass_timeout, kFunctionPassTime);
  options.memory_bytes = job_.memory_limit;
  options.code_model = job_.code_model;
  Result<std::unique_ptr<WorkerPool>> pool = start_pool(FunctionActions(*actions), options);
  if (!pool) return pool.error();
  pool_ = *std::move(pool);
  const Result<ProgramInfo> program =
      pool_->Load(job_.program.string(), input_->bytes(), {}, clock_.until_stopped());
  if (!program) return program.error();
  input_->Release();
  program_ = program->root.next.program;
  return {};
}

Result<PipelineRun> PlanTuning::Run(const std::string& pipeline, ModuleFormat format) {
  PipelineRequest request;
  request.text = pipeline;
  request.observe = ObserveFor(job_.objective);
  request.module = format;
  return pool_->RunPipeline(program_, request, clock_.until_stopped());
}

/// Applies a plan to the program.
Result<PlanTuning::State> PlanTuning::Apply(Plan plan) {
  if (Status written = folder_->Write("state.json", PlanText(plan)); !written.ok()) {
    return written.error();
  }
  const Result<std::string> element = PlanElement(folder_->path() / "state.json");
  if (!element) return element.error();
  const Clock::time_point begin = Clock::now();
  Result<PipelineRun> run = Run(*element, ModuleFormat::kBitcode);
  if (!run) return run.error();
  run_time_ = Clock::now() - begin;
  return State{std::move(plan), run->evaluation.cost, std::move(run->module)};
}

/// Divides the base list: its function passes from some place on become the first list of each
/// function. Passes for the module behind that place move before it, which mostly changes little
/// (experiments/plans). The first of some places is taken that is about as good as the best.
Status PlanTuning::Divide() {
  std::vector<std::string> list = SplitPipeline(base_.result.reproduction.pipeline);
  std::erase_if(list, IsOfRepair);
  const auto of_functions = [this](const std::string& pass) {
    return pool_->actions().Find(pass).ok();
  };
  std::vector<std::size_t> places;
  for (std::size_t i = list.size(); i > 0; --i) {
    if (!of_functions(list[i - 1])) places.push_back(i);
  }
  places.push_back(0);
  const Clock::time_point begin = Clock::now();
  const Clock::time_point end = begin + (clock_.end() - begin) / kTrialsPart;
  const std::size_t step = (places.size() + kPlaces - 1) / kPlaces;
  std::optional<std::uint64_t> best;
  std::vector<std::string> module;
  std::vector<std::string> functions;
  for (std::size_t i = 0; i < places.size() && (!best || Clock::now() < end); i += step) {
    const auto place = list.begin() + static_cast<std::ptrdiff_t>(places[i]);
    std::vector<std::string> before(list.begin(), place);
    std::vector<std::string> after;
    std::partition_copy(place, list.end(), std::back_inserter(after), std::back_inserter(before),
                        of_functions);
    if (!after.empty() && before.empty()) before.emplace_back("no-op-module");
    const Result<PipelineRun> run =
        Run(fmt::format("{}{}{}", fmt::join(before, ","), after.empty() ? "" : ",",
                        fmt::join(after, ",")),
            ModuleFormat::kNone);
    if (!run && run.error().code == ErrorCode::kCancelled) return run.error();
    if (!run) continue;
    // The longer the functions' part, the more there is to edit.
    const std::uint64_t value = ValueOf(run->evaluation.cost);
    if (best && static_cast<double>(value) > kTolerance * static_cast<double>(*best)) continue;
    best = std::min(value, best.value_or(value));
    module = std::move(before);
    functions = std::move(after);
  }
  if (!best) return Error{ErrorCode::kNotFound, "the list for the module can't be divided"};
  before_first_ = {base_.llvm_version, base_.program.target_triple, {{.module = module}}};
  Plan plan = before_first_;
  PlanPhase& phase = plan.phases.emplace_back();
  for (const std::string& pass : functions) {
    first_.push_back(*pool_->actions().Find(pass));
    phase.others.emplace_back(InsideFunction(pass));
  }
  Result<State> state = Apply(std::move(plan));
  if (!state) return state.error();
  state_ = *std::move(state);
  observer_.Trace(base_.wall_seconds,
                  fmt::format("plan of {} for the module and {} for its functions: {}",
                              Counted(module.size(), "pass", "passes"), functions.size(),
                              FormatCount(ValueOf(state_.cost))));
  return {};
}

/// Looks for lists of functions as long as there is time. A search that hardly gains any more ends,
/// and the next one goes on from what its lists give.
void PlanTuning::Search() {
  for (int in_vain = 0; in_vain < 2; ++round_) {
    budget_.Extend(
        {.deadline = clock_.end() - ProofTime(), .evaluations = budget_.limits().evaluations});
    const Clock::duration left = budget_.end() - Clock::now();
    if (budget_.Exhausted() || Seconds(left) < kLastPart * Seconds(clock_.end() - begin_)) return;
    const Result<bool> better = TuneFunctions();
    if (!better) {
      if (better.error().code != ErrorCode::kCancelled) observer_.Warn(better.error().message);
      return;
    }
    in_vain = *better ? 0 : in_vain + 1;
    observer_.Trace(base_.wall_seconds + Seconds(Clock::now() - begin_),
                    fmt::format("plan of {} after {} passes tried",
                                FormatCount(ValueOf(state_.cost)), FormatCount(budget_.used())));
  }
}

/// Looks for a list for each function of the module that the plan so far gives. True if the plan is
/// better then.
Result<bool> PlanTuning::TuneFunctions() {
  Plan plan = std::exchange(before_first_, {});
  std::string module;
  if (plan.phases.empty()) {
    plan = state_.plan;
    module = state_.module;
  } else {
    const Result<State> start = Apply(plan);
    if (!start) return start.error();
    module = start->module;
  }
  const Result<ProgramInfo> info = pool_->Load("the module between phases", std::move(module),
                                               ObserveFor(job_.objective), budget_);
  if (!info) return info.error();
  const Result<std::vector<LoneFunction>> functions =
      pool_->TakeFunctions(info->root.next.program, budget_);
  if (!functions) return functions.error();

  FunctionSearchOptions options;
  options.objective = job_.objective;
  options.seed = job_.seed + round_;
  options.learned = !job_.no_model;
  options.first = first_;
  std::vector<std::uint64_t> sizes;
  for (const LoneFunction& function : *functions) sizes.push_back(function.instructions);
  FunctionSearch search(options, pool_->actions(), *pool_, sizes,
                        [&](std::size_t index, const Budget& within) -> Result<Evaluation> {
                          const LoneFunction& function = (*functions)[index];
                          Result<ProgramInfo> loaded = pool_->Load(
                              function.name, function.bitcode, ObserveFor(job_.objective), within);
                          if (!loaded) return loaded.error();
                          return std::move(loaded->root);
                        });
  const std::uint64_t start_value = ValueOf(info->root.cost);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> gains;  // evaluations and gain
  Budget part(Part(kFunctionsPart), &budget_);
  tbb::task_arena arena(static_cast<int>(job_.threads));
  arena.execute([&] {
    search.Run(part, [&](std::uint64_t gain, std::uint64_t tried) {
      Tell(std::min(start_value - gain, ValueOf(state_.cost)));
      gains.emplace_back(tried, gain);
      const auto before = std::ranges::lower_bound(gains, 2 * tried / 3, {},
                                                   &std::pair<std::uint64_t, std::uint64_t>::first);
      const auto recent = static_cast<double>(gain - before->second);
      return tried < kLeastTurns * options.turn * sizes.size() ||
             recent > kLastGains * static_cast<double>(gain);
    });
  });
  plan.phases.push_back(PhaseOf(*functions, search.found()));
  first_.clear();
  return Accept(std::move(plan));
}

PlanPhase PlanTuning::PhaseOf(const std::vector<LoneFunction>& functions,
                              const std::vector<FunctionSearch::Found>& found) const {
  const auto texts = [this](const PassSequence& list) {
    std::vector<std::string> passes;
    for (const PassId pass : list) {
      passes.emplace_back(InsideFunction(pool_->actions().Pipeline(pass)));
    }
    return passes;
  };
  PlanPhase phase;
  phase.others = texts(first_);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].passes == first_) continue;
    phase.functions.push_back({functions[i].name, functions[i].body, texts(found[i].passes)});
  }
  return phase;
}

/// Takes a plan if it is better.
Result<bool> PlanTuning::Accept(Plan plan) {
  Result<State> state = Apply(std::move(plan));
  if (!state) return state.error();
  const std::uint64_t value = ValueOf(state->cost);
  if (value >= ValueOf(state_.cost)) return false;
  state_ = *std::move(state);
  if (value < ValueOf(base_.result.reproduction.cost)) {
    steps_.push_back({Seconds(Clock::now() - base_.started), budget_.used(), state_.cost});
  }
  return true;
}

/// Returns a plan as a candidate for a proof. Writes it to `file` in the private folder.
Result<Candidate> PlanTuning::ToCandidate(const Plan& plan, const std::string& file) const {
  const Result<std::string> plugin = PluginFlag();
  if (!plugin) return plugin.error();
  if (Status written = folder_->Write(file, PlanText(plan)); !written.ok()) return written.error();
  const Result<std::string> element = PlanElement(folder_->path() / file);
  if (!element) return element.error();
  Candidate candidate{.elements = {*element},
                      .cost = state_.cost,
                      .opt_flags = base_.result.reproduction.opt_flags};
  if (!candidate.cost.object_size) {
    candidate.cost.object_size = base_.result.reproduction.cost.object_size;
  }
  candidate.opt_flags.push_back(*plugin);
  return candidate;
}

/// Proves the plan as any candidate. To `opt` it is one element, so another process verifies after
/// each pass inside, and has to agree.
Result<Proven> PlanTuning::Prove() {
  const Result<Candidate> verifying = ToCandidate(Verifying(state_.plan), "verifying.json");
  if (!verifying) return verifying.error();
  const Prover prover(job_, input_->program(), *pool_);
  const Result<Reproduction> verified = prover.RunOnce(*verifying, clock_.all());
  if (!verified) return verified.error();
  const Result<Candidate> plan = ToCandidate(state_.plan, "plan.json");
  if (!plan) return plan.error();
  Result<Proven> proven = prover.Prove(*plan, std::nullopt, Prover::Care::kFull, clock_.all());
  if (proven && proven->reproduction.ir != verified->ir) {
    return Error{ErrorCode::kBadInput, "the plan gives another module if each pass is verified"};
  }
  if (proven && !base_.KeepsLimit(proven->reproduction.cost)) {
    return Error{ErrorCode::kBadInput, "the plan found needs more bytes than clang -Oz"};
  }
  return proven;
}

/// Returns the time that a full proof takes, by the time of the last plan in a worker.
Clock::duration PlanTuning::ProofTime() const {
  const double processes = Prover::Processes(Prover::Care::kFull);
  const double waves = 1 + std::ceil(processes / static_cast<double>(DefaultThreads()));
  const auto cpu =
      std::chrono::duration_cast<Clock::duration>(base_.result.reproduction.opt_cpu_time);
  return kLeastProof + Times(kProofFactor * waves, run_time_.count() > 0 ? run_time_ : cpu) +
         base_.result.check_time;
}

/// Returns the limits of a search that may take this part of what is left.
Budget::Limits PlanTuning::Part(double part) {
  Budget::Limits limits;
  if (const auto all = budget_.limits().evaluations) {
    limits.evaluations = static_cast<std::uint64_t>(
        part * static_cast<double>(*all - std::min(*all, budget_.used())));
  } else {
    const Clock::time_point now = Clock::now();
    limits.deadline = now + Times(part, budget_.end() - now);
  }
  return limits;
}

void PlanTuning::Tell(std::uint64_t value) {
  const Clock::time_point now = Clock::now();
  if (value != told_value_) improved_ = now;
  told_value_ = value;
  if (now - told_ < kTick) return;
  told_ = now;
  Progress progress;
  progress.best = value;
  const auto oz = base_.baselines.levels.find(Level::kOz);
  if (oz != base_.baselines.levels.end()) progress.oz = ValueOf(oz->second.cost);
  progress.evaluations = budget_.used();
  const double spent = Seconds(now - begin_);
  progress.evaluations_per_second = static_cast<double>(progress.evaluations) / spent;
  progress.seconds_since_best = Seconds(now - improved_);
  progress.failures = pool_->stats().AllFailures();
  progress.seconds_left = std::max(0.0, Seconds(clock_.end() - now));
  observer_.OnProgress(progress);
}

}  // namespace

Result<PlannedResult> TunePlan(const TuneResult& base, const PlanBudget& budget,
                               TuneObserver& observer, const StopToken& stop,
                               const StartPool& start_pool) {
  Result<PlannedResult> planned = PlanTuning(base, budget, observer, stop).Go(start_pool);
  if (!planned && planned.error().code == ErrorCode::kCancelled && stop.signal() == 0) {
    return Error{ErrorCode::kNoTime, "the time was over before a plan was proved"};
  }
  return planned;
}

}  // namespace autotune
