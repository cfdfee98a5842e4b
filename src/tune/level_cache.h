#pragma once

#include <optional>
#include <string>

#include "core/code_model.h"
#include "core/hash.h"
#include "eval/baselines.h"
#include "tune/result.h"
#include "tune/run_database.h"

namespace autotune {

/// All that the levels' numbers depend on besides the program, which names its target and decides
/// on what `code_model`, as asked for, leaves open. Without a target the worker takes that of the
/// machine, and a database stays on its machine.
Hash128 Toolchain(const std::string& llvm_version, const CodeModel& code_model);

struct LevelMeasurements {
  Baselines baselines;
  bool remembered = false;  ///< from an earlier run
};

/// `MeasureBaselines`, unless the run's database remembers the answer with all the sizes of
/// `WantsSize`. `code_model` is the one that the pool was started with. A database that can't be
/// used costs its warning and a measurement.
Result<LevelMeasurements> MeasureLevelsCached(WorkerPool& pool, const ProgramInfo& program,
                                              Objective objective, const LevelOptions& options,
                                              const Budget& budget, const CodeModel& code_model,
                                              RunDatabase& database);

/// The cost of a program as it came, where the run's database remembers all of its levels, and
/// their sizes as far as those are wanted. It may not have been loaded yet.
std::optional<Cost> RememberedCost(const ProgramId& program, const Hash128& toolchain,
                                   Objective objective, RunDatabase& database);

/// Proof of a level that an earlier run stored for the job's program.
std::optional<Proven> FindLevelProof(const TuneJob& job, const ProgramInfo& program,
                                     const Hash128& toolchain, RunDatabase& database);

/// Stores a proof for the runs that come.
void StoreLevelProof(const TuneJob& job, const ProgramInfo& program, const Hash128& toolchain,
                     const Proven& proven, RunDatabase& database);

}  // namespace autotune
