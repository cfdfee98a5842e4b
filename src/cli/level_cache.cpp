#include "cli/level_cache.h"

#include <memory>
#include <optional>

#include "cli/console.h"
#include "cli/environment.h"
#include "cli/version.h"
#include "db/baseline_cache.h"
#include "db/database.h"

namespace autotune {

namespace {

/// All that the numbers depend on besides the program, which names its target. Without one the
/// worker takes that of the machine, and a database stays on its machine.
Hash128 Toolchain(const WorkerPool& pool) {
  return HashBytes("autotune " + std::string(kVersion) + ", LLVM " + pool.llvm_version());
}

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

void WarnAboutDatabase(const Error& error) {
  PrintWarning("the standard levels are not remembered (--no-db to do without): " + error.message);
}

/// Null where the user wants none or it can't be opened.
std::unique_ptr<Database> OpenDatabase(const TuneOptions& options) {
  if (options.no_database) return nullptr;
  const Result<std::filesystem::path> path = DatabasePath(options);
  Result<std::unique_ptr<Database>> database =
      path ? Database::Open(*path) : Result<std::unique_ptr<Database>>(path.error());
  if (database) return *std::move(database);
  WarnAboutDatabase(database.error());
  return nullptr;
}

}  // namespace

Result<std::filesystem::path> DatabasePath(const TuneOptions& options) {
  if (!options.database.empty()) return std::filesystem::path(options.database);
  return DefaultDatabasePath(Environment("XDG_DATA_HOME"), Environment("HOME"));
}

Result<LevelMeasurements> MeasureLevelsCached(WorkerPool& pool, const ProgramInfo& program,
                                              std::chrono::milliseconds time_limit,
                                              const Budget& budget, const TuneOptions& options) {
  // Where the target has no code generator, there are no object sizes of the levels either.
  const Observe observe{.object_size = program.root.cost.object_size.has_value()};
  const ProgramId& id = program.root.next.program;
  const std::unique_ptr<Database> database = OpenDatabase(options);
  if (database) {
    const Result<StoredBaselines> stored = BaselineCache(*database).Find(id, Toolchain(pool));
    if (!stored) WarnAboutDatabase(stored.error());
    if (stored) {
      if (auto complete = Complete(*stored, observe, program.target_triple))
        return LevelMeasurements{*complete, true};
    }
  }
  Result<Baselines> baselines = MeasureBaselines(pool, program, observe, time_limit, budget);
  if (!baselines) return baselines.error();
  if (database) {
    const Status status = BaselineCache(*database).Store(id, Toolchain(pool), ToStored(*baselines));
    if (!status.ok()) WarnAboutDatabase(status.error());
  }
  return LevelMeasurements{*std::move(baselines), false};
}

}  // namespace autotune
