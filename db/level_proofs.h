#pragma once

#include <optional>
#include <string>

#include "core/hash.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// What a level's proof depends on.
struct LevelProofKey {
  ProgramId program;
  Hash128 toolchain;  ///< as for `BaselineCache`
  Objective objective = kDefaultObjective;
  std::string opt;  ///< the program that proved it
};

/// The best standard level that stock `opt` has reproduced, and what that took.
struct StoredLevelProof {
  std::string level;     ///< its name (`Oz`)
  std::string pipeline;  ///< that `opt` ran
  Hash128 ir;
  Cost cost;
  double seconds = 0;
  double opt_seconds = 0;      ///< of these, until the last process of `opt` ended
  double opt_cpu_seconds = 0;  ///< of the busiest one
  std::string code_model{};    ///< of its object size; empty where it has none

  bool operator==(const StoredLevelProof&) const = default;
};

/// The proofs of levels made before on this machine. Errors and threads as `Database`, which must
/// outlive it.
class LevelProofs {
 public:
  explicit LevelProofs(Database& database) : database_(database) {}

  Result<std::optional<StoredLevelProof>> Find(const LevelProofKey& key);
  /// One that is there already is replaced.
  Status Store(const LevelProofKey& key, const StoredLevelProof& proof);

 private:
  Database& database_;
};

}  // namespace autotune
