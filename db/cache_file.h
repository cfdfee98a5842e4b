#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/program.h"
#include "core/result.h"
#include "db/database.h"
#include "db/schema.h"

namespace autotune {

/// Format of the file of the evaluation cache. Rows belong to programs, and whole programs are aged
/// and evicted. docs/cache.md describes it for users.
extern const FileFormat kCacheFormat;

using WallTime = std::chrono::sys_seconds;

struct CacheStatistics {
  std::uint64_t used_bytes = 0;  ///< bytes of the file in use; the rest is free to be used again
  std::uint64_t programs = 0;  ///< number of programs; a program under two toolchains counts as two
  std::uint64_t evaluations = 0;
  std::uint64_t failures = 0;  ///< evaluations that failed, included in `evaluations`
  /// Oldest last use of a program; none without programs.
  std::optional<WallTime> least_recent_use;
};

// All functions take a connection to a file of `kCacheFormat`. Errors are those of `Database`.

/// Returns the statistics. Reads the whole file.
Result<CacheStatistics> ReadCacheStatistics(Database& cache);

/// Returns `CacheStatistics::used_bytes`. Reads one page.
Result<std::uint64_t> UsedCacheBytes(Database& cache);

/// Drops a few thousand evaluations of the program unused for longest, in a few milliseconds. Drops
/// the program itself with its last evaluation. Returns the number dropped, or nothing if there is
/// no program or all were used at `unused_since` or later.
Result<std::optional<std::uint64_t>> EvictSome(Database& cache,
                                               WallTime unused_since = WallTime::max());

/// Drops everything and gives the space back to the disk.
Status ClearCache(Database& cache);

}  // namespace autotune
