#pragma once

#include <optional>
#include <string>

#include "core/code_model.h"
#include "core/hash.h"
#include "core/objective.h"
#include "eval/proof/baselines.h"
#include "tune/memory/run_database.h"
#include "tune/result.h"

namespace autotune {

/// Hashes everything that the levels' numbers depend on besides the program. `code_model` is as
/// asked for: the program names its target, which decides on open parts. Without a target the
/// worker takes that of the machine, and a database stays on its machine.
Hash128 Toolchain(const std::string& llvm_version, const CodeModel& code_model);

struct LevelMeasurements {
  Baselines baselines;
  bool remembered = false;  ///< true if an earlier run measured them
};

/// Calls `MeasureBaselines`, unless the run's database remembers the answer with all the sizes of
/// `WantsSize`. If `known_oz` is above 0, levels are not run again though others are missing.
/// `code_model` is that of the pool. An unusable database costs only its warning and a
/// measurement.
Result<LevelMeasurements> MeasureLevelsCached(WorkerPool& pool, const ProgramInfo& program,
                                              Objective objective, const LevelOptions& options,
                                              const Budget& budget, const CodeModel& code_model,
                                              RunDatabase& database);

/// Returns the cost of the original program if the run's database remembers all of its levels, with
/// the wanted sizes. The program need not be loaded yet.
std::optional<Cost> RememberedCost(const ProgramId& program, const Hash128& toolchain,
                                   Objective objective, RunDatabase& database);

/// Returns the proof of a level that an earlier run stored for the job's program, if any.
std::optional<Proven> FindLevelProof(const TuneJob& job, const ProgramInfo& program,
                                     const Hash128& toolchain, RunDatabase& database);

/// Stores a proof for later runs.
void StoreLevelProof(const TuneJob& job, const ProgramInfo& program, const Hash128& toolchain,
                     const Proven& proven, RunDatabase& database);

}  // namespace autotune
