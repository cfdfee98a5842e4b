#pragma once

#include <chrono>
#include <filesystem>

#include "cli/options.h"
#include "eval/baselines.h"

namespace autotune {

/// The database of a run: the one the user named, or the default one. Errors as
/// `DefaultDatabasePath`.
Result<std::filesystem::path> DatabasePath(const TuneOptions& options);

struct LevelMeasurements {
  Baselines baselines;
  bool remembered = false;  ///< from an earlier run
};

/// `MeasureBaselines`, unless the run's database remembers the answer. A database that can't be
/// used costs a warning and a measurement.
Result<LevelMeasurements> MeasureLevelsCached(WorkerPool& pool, const ProgramInfo& program,
                                              std::chrono::milliseconds time_limit,
                                              const Budget& budget, const TuneOptions& options);

}  // namespace autotune
