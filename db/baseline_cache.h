#pragma once

#include <map>
#include <string>

#include "core/hash.h"
#include "core/program.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// Result of a standard level on a program.
struct StoredBaseline {
  std::string pipeline;  ///< text for `opt -passes=`; empty for O0
  Hash128 ir;
  Cost cost;
  std::string code_model{};  ///< code model of its object size; empty if it has none

  bool operator==(const StoredBaseline&) const = default;
};

using StoredBaselines = std::map<std::string, StoredBaseline>;  ///< keys are level names (`Oz`)

/// Cache of the baselines measured by any process. Errors and threads as `Database`, which must
/// outlive it.
class BaselineCache {
 public:
  explicit BaselineCache(Database& database) : database_(database) {}

  /// Returns all baselines known of the program, possibly none. `toolchain` is the fingerprint of
  /// everything else that the numbers depend on (LLVM, target, what is measured and how).
  Result<StoredBaselines> Find(const ProgramId& program, const Hash128& toolchain);

  /// Adds or replaces levels. A stored baseline with an object size stays if the new one has none.
  Status Store(const ProgramId& program, const Hash128& toolchain,
               const StoredBaselines& baselines);

 private:
  Database& database_;
};

}  // namespace autotune
