#pragma once

#include <optional>
#include <string>

#include "core/hash.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// Key of the proof of a level: everything that it depends on.
struct LevelProofKey {
  ProgramId program;
  Hash128 toolchain;  ///< as for `BaselineCache`
  Objective objective = kDefaultObjective;
  std::string opt;  ///< the program that proved it
};

/// The best standard level that stock `opt` has reproduced, with the time that took.
struct StoredLevelProof {
  std::string level;     ///< name of the level (`Oz`)
  std::string pipeline;  ///< pipeline that `opt` ran
  Hash128 ir;
  Cost cost;
  double seconds = 0;      ///< wall time of the proof
  double opt_seconds = 0;  ///< wall time until the last process of `opt` ended, part of `seconds`
  double opt_cpu_seconds = 0;  ///< CPU time of the busiest process of `opt`
  std::string code_model{};    ///< code model of its object size; empty if it has none

  bool operator==(const StoredLevelProof&) const = default;
};

/// Cache of the proofs of levels made on this machine. Errors and threads as `Database`, which must
/// outlive it.
class LevelProofs {
 public:
  explicit LevelProofs(Database& database) : database_(database) {}

  /// Returns the proof of this key; nothing if there is none.
  Result<std::optional<StoredLevelProof>> Find(const LevelProofKey& key);
  /// Adds a proof; replaces one that is there already.
  Status Store(const LevelProofKey& key, const StoredLevelProof& proof);

 private:
  Database& database_;
};

}  // namespace autotune
