#pragma once

#include <map>
#include <string>

#include "core/hash.h"
#include "core/program.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// What a standard level made of a program.
struct StoredBaseline {
  std::string pipeline;  ///< text for `opt -passes=`; empty for O0
  Hash128 ir;
  Cost cost;
  std::string code_model{};  ///< of its object size; empty where it has none

  bool operator==(const StoredBaseline&) const = default;
};

using StoredBaselines = std::map<std::string, StoredBaseline>;  ///< by name of the level (`Oz`)

/// The baselines measured before, by any process. Errors and threads as `Database`, which must
/// outlive it.
class BaselineCache {
 public:
  explicit BaselineCache(Database& database) : database_(database) {}

  /// All that is known of the program; empty where that is nothing. `toolchain` is the fingerprint
  /// of everything else the numbers depend on (LLVM, target, what is measured and how).
  Result<StoredBaselines> Find(const ProgramId& program, const Hash128& toolchain);

  /// Adds levels, or replaces them; but a baseline with an object size stays if the new one has
  /// none.
  Status Store(const ProgramId& program, const Hash128& toolchain,
               const StoredBaselines& baselines);

 private:
  Database& database_;
};

}  // namespace autotune
