#include "eval/proof/baselines.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <limits>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/pipeline_text.h"

namespace autotune {
namespace {

/// Order of measuring: the levels that everything is compared with come first.
constexpr std::array kOrder = {Level::kO0, Level::kOz, Level::kClangOz, Level::kO1,
                               Level::kOs, Level::kO2, Level::kO3};
static_assert(kOrder.size() == kLevels.size());

/// Returns the order for a program. On IR with size attributes O2 comes before O1 and Os: there
/// clang's O2 never has more instructions than Oz.
std::array<Level, kOrder.size()> OrderFor(const ProgramInfo& program) {
  std::array order = kOrder;
  if (2 * program.size_attribute_functions > program.functions) {
    std::ranges::rotate(order.begin() + 3, std::ranges::find(order, Level::kO2),
                        std::ranges::find(order, Level::kO2) + 1);
  }
  return order;
}

/// Order of equally good levels: those made for size first, the program as it came last.
constexpr std::array kPreference = {Level::kOz, Level::kClangOz, Level::kOs, Level::kO2,
                                    Level::kO1, Level::kO3,      Level::kO0};
static_assert(kPreference.size() == kLevels.size());

/// Restores the inliner of `default<Oz>` in a printed pipeline. The printed text leaves out its
/// thresholds, so reading it back gives a far more generous inliner. `scc-oz-module-inliner` is the
/// whole group as `default<Oz>` has it.
std::string RestoreOzInliner(std::string pipeline) {
  const std::size_t begin = pipeline.find("cgscc(devirt<4>(inline,");
  if (begin == std::string::npos) return pipeline;
  int depth = 0;
  std::size_t end = pipeline.find('(', begin);
  do {
    if (pipeline[end] == '(') ++depth;
    if (pipeline[end] == ')') --depth;
    ++end;
  } while (depth > 0 && end < pipeline.size());
  return pipeline.replace(begin, end - begin, "scc-oz-module-inliner");
}

/// Runs pipelines for `MeasureBaselines`, whose arguments it holds. Thread-safe.
class Runner {
 public:
  Runner(WorkerPool& pool, const ProgramInfo& program, Objective objective,
         const LevelOptions& options, const Budget& budget)
      : pool_(pool), program_(program), objective_(objective), options_(options), budget_(budget) {
    if (options.known.contains(Level::kOz)) oz_ticks_ = options.known_oz.count();
  }

  Result<Baseline> Measure(Level level) {
    const Evaluation& root = program_.root;
    const auto known = options_.known.find(level);
    if (known != options_.known.end()) return known->second;
    if (level == Level::kO0) return Baseline{root.cost, root.next.ir, "", {}};
    if (!MayBegin(level)) return LeftOut();
    if (level == Level::kOz && options_.oz_pass) {
      if (std::optional<Baseline> oz = MeasureAsPass()) return *std::move(oz);
    }
    const Clock::time_point begin = Clock::now();
    const bool clang = level == Level::kClangOz;
    PipelineRequest request{
        .text = clang ? std::string(kOzPipeline) : "default<" + std::string(Name(level)) + ">",
        .tuning = clang ? PipelineTuning::kClang : PipelineTuning::kOpt,
        .observe = {.object_size = Sizes(level), .object_file = options_.objects},
        .module = options_.module,
        .time_limit = options_.time_limit};
    Result<PipelineRun> run = Run(level, request);
    // The code generator may have broken down.
    Status sizing;
    const bool required = NeedsCode(objective_);
    if (!run.ok() && request.observe.object_size && !required &&
        IsEvaluationFailure(run.error().code)) {
      sizing = run.error();
      request.observe.object_size = false;
      run = Run(level, request);
    }
    if (!run.ok() && run.error().code == ErrorCode::kCancelled) return LeftOut();
    if (!run.ok()) return run.error();
    if (level == Level::kOz) oz_ticks_ = (Clock::now() - begin).count();
    return Baseline{run->evaluation.cost,
                    run->evaluation.next.ir,
                    clang ? RestoreOzInliner(run->expanded) : request.text,
                    OptFlags(level, program_.target_triple),
                    sizing,
                    std::move(run->module),
                    std::chrono::nanoseconds(run->evaluation.nanoseconds),
                    Clock::now() - begin,
                    std::nullopt,
                    std::move(run->object),
                    program_.code_model};
  }

 private:
  /// Measures Oz as a pass of a search; none if that fails.
  std::optional<Baseline> MeasureAsPass() {
    const Clock::time_point begin = Clock::now();
    Trace trace = pool_.Apply(program_.root.next, {&*options_.oz_pass, 1},
                              {.retain = {.start = false, .end = true}}, budget_);
    if (!trace.status.ok() || trace.steps.empty()) return std::nullopt;
    Evaluation& state = trace.steps.front();
    oz_ticks_ = (Clock::now() - begin).count();
    Baseline oz;
    oz.cost = state.cost;
    oz.ir = state.next.ir;
    oz.pipeline = kOzPipeline;
    oz.cpu_time = std::chrono::nanoseconds(state.nanoseconds);
    oz.wall_time = Clock::duration(oz_ticks_);
    oz.code_model = program_.code_model;
    if (options_.module == ModuleFormat::kBitcode) oz.module = pool_.KeptModule(state.next);
    oz.state = std::move(state);
    return oz;
  }

  const Budget& LimitOf(Level level) const {
    return level == Level::kOz || !options_.others ? budget_ : *options_.others;
  }

  bool MayBegin(Level level) const {
    const Budget& limit = LimitOf(level);
    if (level == Level::kOz) return !limit.Interrupted();
    if (level == Level::kClangOz) {
      const Clock::time_point end = Clock::now() + Clock::duration(oz_ticks_);
      return !limit.Interrupted() && (!options_.clang_oz_end || end <= *options_.clang_oz_end);
    }
    if (limit.Exhausted()) return false;
    const auto pause = limit.limits().pause;
    return !pause || Clock::now() + Clock::duration(oz_ticks_) <= *pause;
  }

  bool Sizes(Level level) const {
    return WantsSize(level, objective_) && (options_.sizes || NeedsCode(objective_));
  }

  Error LeftOut() const { return {ErrorCode::kNoTime, "there is no time for it"}; }

  Result<PipelineRun> Run(Level level, const PipelineRequest& request) const {
    return pool_.RunPipeline(program_.root.next.program, request, LimitOf(level));
  }

  WorkerPool& pool_;
  const ProgramInfo& program_;
  const Objective objective_;
  const LevelOptions& options_;
  const Budget& budget_;
  std::atomic<Clock::rep> oz_ticks_ = 0;  ///< wall time of Oz in ticks; 0 until it has ended
};

}  // namespace

std::string_view Name(Level level) {
  switch (level) {
    case Level::kO0: return "O0";
    case Level::kO1: return "O1";
    case Level::kO2: return "O2";
    case Level::kO3: return "O3";
    case Level::kOs: return "Os";
    case Level::kOz: return "Oz";
    case Level::kClangOz: return "clang_Oz";
  }
  assert(false && "unnamed Level");
  return "unknown";
}

std::vector<std::string> OptFlags(Level level, const std::string& target_triple) {
  if (level != Level::kClangOz) return {};
  std::vector<std::string> flags = {"-relocation-model=pic"};
  if (IsX8664(target_triple)) flags.push_back(std::string("-mcpu=") + kClangX8664Cpu);
  return flags;
}

std::vector<Level> Baselines::BestFirst(Objective objective) const {
  std::vector<Level> ranked;
  for (const Level level : kPreference) {
    if (levels.contains(level)) ranked.push_back(level);
  }
  std::ranges::stable_sort(ranked, {}, [&](Level level) {
    const Cost& cost = levels.at(level).cost;
    const std::uint64_t size =
        cost.object_size ? cost.object_size->total() : std::numeric_limits<std::uint64_t>::max();
    return std::pair(Value(cost, objective), size);
  });
  return ranked;
}

Level Baselines::BestLevel(Objective objective) const {
  assert(!levels.empty() && "O0 is always there");
  return BestFirst(objective).front();
}

bool Baselines::sized() const {
  return std::ranges::any_of(
      levels, [](const auto& entry) { return entry.second.cost.object_size.has_value(); });
}

Status Baselines::sizing() const {
  for (const auto& [level, baseline] : levels) {
    if (!baseline.sizing.ok()) return baseline.sizing;
  }
  return {};
}

bool WantsSize(Level level, Objective objective) {
  return NeedsCode(objective) || level == Level::kOz || level == Level::kClangOz;
}

Result<Baselines> MeasureBaselines(WorkerPool& pool, const ProgramInfo& program,
                                   Objective objective, const LevelOptions& options,
                                   const Budget& budget) {
  assert(options.jobs > 0);
  Runner runner(pool, program, objective, options, budget);
  const std::array order = OrderFor(program);
  std::array<std::optional<Result<Baseline>>, kOrder.size()> measured;
  {
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (std::size_t job = 0; job < std::min(options.jobs, kOrder.size()); ++job) {
      threads.emplace_back([&] {
        for (std::size_t i = next++; i < kOrder.size(); i = next++) {
          measured[i] = runner.Measure(order[i]);
        }
      });
    }
  }
  Baselines baselines;
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    Result<Baseline>& result = *measured[i];
    if (result.ok()) {
      baselines.levels.emplace(order[i], *std::move(result));
    } else {
      baselines.failed.emplace(order[i], result.error());
    }
  }
  const bool ended = budget.Interrupted() || (options.others && options.others->Interrupted());
  if (ended && baselines.levels.size() == 1) {
    return Error{ErrorCode::kCancelled, "there is no time for any standard level"};
  }
  return baselines;
}

}  // namespace autotune
