#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/hash.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// Result of a standard level on a program.
struct StoredBaseline {
  std::string pipeline;  ///< text for `opt -passes=`; empty for O0 as measured
  Hash128 ir;
  Cost cost;
  std::string code_model{};  ///< code model of its object size; empty if it has none

  bool operator==(const StoredBaseline&) const = default;
};

using StoredBaselines = std::map<std::string, StoredBaseline>;  ///< keys are level names (`Oz`)

/// Returns all baselines known of the program, possibly none. `toolchain` is the fingerprint of
/// everything else that the numbers depend on (LLVM, target, what is measured and how). Errors here
/// and below: as `Database`.
Result<StoredBaselines> ReadBaselines(Database& database, const ProgramId& program,
                                      const Hash128& toolchain);

/// Adds or replaces levels. A stored baseline with an object size stays if the new one has none.
Status KeepBaselines(Database& database, const ProgramId& program, const Hash128& toolchain,
                     const StoredBaselines& baselines);

/// Key of the proof of a level: everything that it depends on.
struct LevelProofKey {
  ProgramId program;
  Hash128 toolchain;  ///< as for `ReadBaselines`
  Objective objective = kDefaultObjective;
  std::string opt;  ///< the program that proved it
};

/// The best standard level that stock `opt` has reproduced, with the time that took.
struct StoredLevelProof {
  std::string level;  ///< name of the level (`Oz`)
  StoredBaseline baseline;
  double seconds = 0;      ///< wall time of the proof
  double opt_seconds = 0;  ///< wall time until the last process of `opt` ended, part of `seconds`
  double opt_cpu_seconds = 0;  ///< CPU time of the busiest process of `opt`

  bool operator==(const StoredLevelProof&) const = default;
};

/// Returns the proof of this key, made on this machine; nothing if there is none.
Result<std::optional<StoredLevelProof>> ReadLevelProof(Database& database,
                                                       const LevelProofKey& key);

/// Adds a proof; replaces one that is there already.
Status KeepLevelProof(Database& database, const LevelProofKey& key, const StoredLevelProof& proof);

}  // namespace autotune
