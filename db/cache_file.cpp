#include "db/cache_file.h"

#include <cstdint>
#include <optional>
#include <string>

#include "db/statement.h"

namespace autotune {
namespace {

/// Evaluations dropped in one transaction, which keeps other tuners from writing.
constexpr int kEvictedAtOnce = 4000;

constexpr Migration kCacheMigrations[] = {
    {1, R"sql(
CREATE TABLE schema_version (
  version INTEGER NOT NULL,
  min_compatible INTEGER NOT NULL
) STRICT;
INSERT INTO schema_version VALUES (0, 0);

CREATE TABLE program (
  id INTEGER PRIMARY KEY,
  program TEXT NOT NULL CHECK (length(program) = 32),
  toolchain TEXT NOT NULL CHECK (length(toolchain) = 32),
  last_used INTEGER NOT NULL,
  UNIQUE (program, toolchain)
) STRICT;

CREATE TABLE evaluation (
  program_id INTEGER NOT NULL,
  list BLOB NOT NULL CHECK (length(list) = 16),
  sized INTEGER NOT NULL,
  ir BLOB CHECK (length(ir) = 16),
  instructions INTEGER,
  text_bytes INTEGER,
  data_bytes INTEGER,
  nanoseconds INTEGER,
  failure TEXT,
  message TEXT,
  PRIMARY KEY (program_id, list)
) STRICT, WITHOUT ROWID;
)sql"},
};

std::uint64_t UsedBytes(SQLite::Database& connection) {
  const auto ask = [&](const char* pragma) {
    return static_cast<std::uint64_t>(connection.execAndGet(pragma).getInt64());
  };
  return (ask("PRAGMA page_count") - ask("PRAGMA freelist_count")) * ask("PRAGMA page_size");
}

/// Returns the key of the last row to drop; nothing if the program has no more rows than that.
std::optional<std::string> LastToGo(SQLite::Database& connection, std::int64_t program) {
  Statement query(connection,
                  "SELECT list FROM evaluation WHERE program_id = ? ORDER BY list "
                  "LIMIT 1 OFFSET ?");
  query.Bind(program, kEvictedAtOnce - 1);
  if (!query.executeStep()) return std::nullopt;
  return query.getColumn(0).getString();
}

}  // namespace

const FileFormat kCacheFormat{.application_id = 0x61757463,  // "autc"
                              .migrations = kCacheMigrations};

Result<CacheStatistics> ReadCacheStatistics(Database& cache) {
  return cache.Read<CacheStatistics>([](SQLite::Database& connection) {
    CacheStatistics statistics;
    statistics.used_bytes = UsedBytes(connection);
    Statement programs(connection, "SELECT count(*), min(last_used) FROM program");
    programs.executeStep();
    statistics.programs = programs.CountAt(0);
    if (!programs.isColumnNull(1)) {
      statistics.least_recent_use =
          WallTime(std::chrono::seconds(programs.getColumn(1).getInt64()));
    }
    Statement evaluations(connection, "SELECT count(*), count(failure) FROM evaluation");
    evaluations.executeStep();
    statistics.evaluations = evaluations.CountAt(0);
    statistics.failures = evaluations.CountAt(1);
    return statistics;
  });
}

Result<std::uint64_t> UsedCacheBytes(Database& cache) {
  return cache.Read<std::uint64_t>(UsedBytes);
}

Result<std::optional<std::uint64_t>> EvictSome(Database& cache, WallTime unused_since) {
  using Dropped = std::optional<std::uint64_t>;
  return cache.Write<Dropped>([&](SQLite::Database& connection) -> Dropped {
    Statement oldest(connection,
                     "SELECT id FROM program WHERE last_used < ? ORDER BY last_used, id LIMIT 1");
    oldest.Bind(std::int64_t{unused_since.time_since_epoch().count()});
    if (!oldest.executeStep()) return std::nullopt;
    const std::int64_t program = oldest.getColumn(0).getInt64();
    oldest.reset();

    const std::optional<std::string> last = LastToGo(connection, program);
    if (last) {
      return Statement(connection, "DELETE FROM evaluation WHERE program_id = ? AND list <= ?")
          .Run(program, Blob{*last});
    }
    const int dropped =
        Statement(connection, "DELETE FROM evaluation WHERE program_id = ?").Run(program);
    Statement(connection, "DELETE FROM program WHERE id = ?").Run(program);
    return dropped;
  });
}

Status ClearCache(Database& cache) {
  const Status status = cache.Write([](SQLite::Database& connection) {
    connection.exec("DELETE FROM evaluation; DELETE FROM program");
    return Status();
  });
  return status.ok() ? cache.Compact() : status;
}

}  // namespace autotune
