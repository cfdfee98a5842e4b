#include "eval/baselines.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <limits>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace autotune {
namespace {

/// What everything is compared to comes first.
constexpr std::array kOrder = {Level::kO0, Level::kOz, Level::kClangOz, Level::kO1,
                               Level::kOs, Level::kO2, Level::kO3};
static_assert(kOrder.size() == kLevels.size());

/// Of levels that are equally good: those made for size first, the program as it came last.
constexpr std::array kPreference = {Level::kOz, Level::kClangOz, Level::kOs, Level::kO2,
                                    Level::kO1, Level::kO3,      Level::kO0};
static_assert(kPreference.size() == kLevels.size());

/// The printed text of an inliner leaves out its thresholds, so that reading it back gives another,
/// far more generous one. `scc-oz-module-inliner` is the whole group as `default<Oz>` has it.
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

/// Runs pipelines for `MeasureBaselines`, whose arguments it holds.
struct Runner {
  WorkerPool& pool;
  const ProgramInfo& program;
  Objective objective;
  const LevelOptions& options;
  const Budget& budget;

  Result<Baseline> Measure(Level level) const {
    if (level == Level::kO0) return Baseline{program.root.cost, program.root.next.ir, "", {}};
    const bool clang = level == Level::kClangOz;
    const bool shown = clang || level == Level::kOz;
    const Budget& limit = shown || !options.others ? budget : *options.others;
    if (!shown && limit.Exhausted()) return LeftOut();
    const std::string pipeline =
        clang ? "default<Oz>" : "default<" + std::string(Name(level)) + ">";
    const bool required = objective == Objective::kObjectSize;
    Result<PipelineRun> run = Run(level, pipeline, WantsSize(level, objective), limit);
    // Perhaps it was the code generator that broke down.
    Status sizing;
    if (!run.ok() && shown && !required && IsEvaluationFailure(run.error().code)) {
      sizing = run.error();
      run = Run(level, pipeline, false, limit);
    }
    if (!run.ok() && !shown && options.others && options.others->Interrupted()) return LeftOut();
    if (!run.ok()) return run.error();
    return Baseline{run->evaluation.cost, run->evaluation.next.ir,
                    clang ? RestoreOzInliner(run->expanded) : pipeline,
                    OptFlags(level, program.target_triple), sizing};
  }

 private:
  /// Where the whole is to end, it ends with that.
  Error LeftOut() const {
    if (budget.Interrupted()) return {ErrorCode::kCancelled, "cancelled"};
    return {ErrorCode::kPassTimedOut, "there is no time for it"};
  }

  Result<PipelineRun> Run(Level level, const std::string& pipeline, bool object_size,
                          const Budget& limit) const {
    const auto tuning = level == Level::kClangOz ? PipelineTuning::kClang : PipelineTuning::kOpt;
    return pool.RunPipeline(program.root.next.program, pipeline, tuning,
                            {.object_size = object_size}, options.time_limit, limit);
  }
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
  return objective == Objective::kObjectSize || level == Level::kOz || level == Level::kClangOz;
}

Result<Baselines> MeasureBaselines(WorkerPool& pool, const ProgramInfo& program,
                                   Objective objective, const LevelOptions& options,
                                   const Budget& budget) {
  assert(options.jobs > 0);
  const Runner runner{pool, program, objective, options, budget};
  std::array<std::optional<Result<Baseline>>, kOrder.size()> measured;
  {
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (std::size_t job = 0; job < std::min(options.jobs, kOrder.size()); ++job) {
      threads.emplace_back([&] {
        for (std::size_t i = next++; i < kOrder.size(); i = next++) {
          measured[i] = runner.Measure(kOrder[i]);
        }
      });
    }
  }
  Baselines baselines;
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    Result<Baseline>& result = *measured[i];
    if (result.ok()) {
      baselines.levels.emplace(kOrder[i], *std::move(result));
    } else if (result.error().code == ErrorCode::kCancelled) {
      return result.error();
    } else {
      baselines.failed.emplace(kOrder[i], result.error());
    }
  }
  return baselines;
}

}  // namespace autotune
