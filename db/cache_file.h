#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "core/program.h"
#include "core/result.h"
#include "db/database.h"
#include "db/schema.h"

namespace autotune {

/// The file of the evaluation cache. Rows belong to programs, which are what is aged and evicted.
/// Described for users in docs/cache.md.
extern const FileFormat kCacheFormat;

using WallTime = std::chrono::sys_seconds;

struct CacheStatistics {
  std::uint64_t used_bytes = 0;  ///< of the file; the rest of it is free to be used again
  std::uint64_t programs = 0;    ///< a program under two toolchains counts as two
  std::uint64_t evaluations = 0;
  std::uint64_t failures = 0;                ///< among these
  std::optional<WallTime> least_recent_use;  ///< of a program; none where there is no program
};

// All take a connection to a file of `kCacheFormat`, with errors as `Database` has them.

/// Reads the whole file.
Result<CacheStatistics> ReadCacheStatistics(Database& cache);

/// What `CacheStatistics` calls so. Needs to read one page.
Result<std::uint64_t> UsedCacheBytes(Database& cache);

/// Drops a few thousand evaluations of the program that was not used for longest, in a few
/// milliseconds, and the program itself with the last of them. Says how many; nothing where there
/// is no program or all were used at `unused_since` or later.
Result<std::optional<std::uint64_t>> EvictSome(Database& cache,
                                               WallTime unused_since = WallTime::max());

/// Drops everything and gives the disk its space back.
Status ClearCache(Database& cache);

}  // namespace autotune
