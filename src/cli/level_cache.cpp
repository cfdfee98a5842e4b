#include "cli/level_cache.h"

#include <optional>

#include "cli/version.h"
#include "db/baseline_cache.h"

namespace autotune {

namespace {

/// What is stored, where it answers everything that is asked.
std::optional<Baselines> Complete(const StoredBaselines& stored, const Observe& observe,
                                  const std::string& triple) {
  Baselines baselines;
  for (const Level level : kLevels) {
    const auto found = stored.find(std::string(Name(level)));
    if (found == stored.end()) return std::nullopt;
    const StoredBaseline& baseline = found->second;
    if (observe.object_size && !baseline.cost.object_size) return std::nullopt;
    baselines.levels[level] = {baseline.cost, baseline.ir, baseline.pipeline,
                               OptFlags(level, triple)};
  }
  return baselines;
}

StoredBaselines ToStored(const Baselines& baselines) {
  StoredBaselines stored;
  for (const auto& [level, baseline] : baselines.levels) {
    stored[std::string(Name(level))] = {baseline.pipeline, baseline.ir, baseline.cost};
  }
  return stored;
}

}  // namespace

Hash128 Toolchain(const std::string& llvm_version) {
  return HashBytes("autotune " + std::string(kVersion) + ", LLVM " + llvm_version);
}

Result<LevelMeasurements> MeasureLevelsCached(WorkerPool& pool, const ProgramInfo& program,
                                              std::chrono::milliseconds time_limit,
                                              const Budget& budget, RunDatabase& database) {
  // Where the target has no code generator, there are no object sizes of the levels either.
  const Observe observe{.object_size = program.root.cost.object_size.has_value()};
  const ProgramId& id = program.root.next.program;
  const Hash128 toolchain = Toolchain(pool.llvm_version());
  std::optional<Baselines> remembered;
  database.Use([&](Database& file) -> Status {
    const Result<StoredBaselines> stored = BaselineCache(file).Find(id, toolchain);
    if (!stored) return stored.error();
    remembered = Complete(*stored, observe, program.target_triple);
    return {};
  });
  if (remembered) return LevelMeasurements{*std::move(remembered), true};
  Result<Baselines> baselines = MeasureBaselines(pool, program, observe, time_limit, budget);
  if (!baselines) return baselines.error();
  database.Use([&](Database& file) {
    return BaselineCache(file).Store(id, toolchain, ToStored(*baselines));
  });
  return LevelMeasurements{*std::move(baselines), false};
}

}  // namespace autotune
