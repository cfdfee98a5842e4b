#pragma once

#include <chrono>
#include <string>

#include "cli/run_database.h"
#include "core/hash.h"
#include "eval/baselines.h"

namespace autotune {

/// All that the levels' numbers depend on besides the program, which names its target. Without one
/// the worker takes that of the machine, and a database stays on its machine.
Hash128 Toolchain(const std::string& llvm_version);

struct LevelMeasurements {
  Baselines baselines;
  bool remembered = false;  ///< from an earlier run
};

/// `MeasureBaselines`, unless the run's database remembers the answer. One that can't be used costs
/// its warning and a measurement.
Result<LevelMeasurements> MeasureLevelsCached(WorkerPool& pool, const ProgramInfo& program,
                                              std::chrono::milliseconds time_limit,
                                              const Budget& budget, RunDatabase& database);

}  // namespace autotune
