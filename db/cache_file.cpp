#include "db/cache_file.h"

#include <SQLiteCpp/SQLiteCpp.h>

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
  SQLite::Statement query(connection,
                          "SELECT list FROM evaluation WHERE program_id = ? ORDER BY list "
                          "LIMIT 1 OFFSET ?");
  query.bind(1, program);
  query.bind(2, kEvictedAtOnce - 1);
  if (!query.executeStep()) return std::nullopt;
  return query.getColumn(0).getString();
}

}  // namespace

const FileFormat kCacheFormat{.application_id = 0x61757463,  // "autc"
                              .migrations = kCacheMigrations};

Result<CacheStatistics> ReadCacheStatistics(Database& cache) {
  CacheStatistics statistics;
  const Status status = cache.Read([&](SQLite::Database& connection) {
    statistics.used_bytes = UsedBytes(connection);
    SQLite::Statement programs(connection, "SELECT count(*), min(last_used) FROM program");
    programs.executeStep();
    statistics.programs = static_cast<std::uint64_t>(programs.getColumn(0).getInt64());
    if (!programs.isColumnNull(1)) {
      statistics.least_recent_use =
          WallTime(std::chrono::seconds(programs.getColumn(1).getInt64()));
    }
    SQLite::Statement evaluations(connection, "SELECT count(*), count(failure) FROM evaluation");
    evaluations.executeStep();
    statistics.evaluations = static_cast<std::uint64_t>(evaluations.getColumn(0).getInt64());
    statistics.failures = static_cast<std::uint64_t>(evaluations.getColumn(1).getInt64());
    return Status();
  });
  if (!status.ok()) return status.error();
  return statistics;
}

Result<std::uint64_t> UsedCacheBytes(Database& cache) {
  std::uint64_t bytes = 0;
  const Status status = cache.Read([&](SQLite::Database& connection) {
    bytes = UsedBytes(connection);
    return Status();
  });
  if (!status.ok()) return status.error();
  return bytes;
}

Result<std::optional<std::uint64_t>> EvictSome(Database& cache, WallTime unused_since) {
  std::optional<std::uint64_t> dropped;
  const Status status = cache.Write([&](SQLite::Database& connection) {
    SQLite::Statement oldest(
        connection, "SELECT id FROM program WHERE last_used < ? ORDER BY last_used, id LIMIT 1");
    oldest.bind(1, static_cast<std::int64_t>(unused_since.time_since_epoch().count()));
    if (!oldest.executeStep()) return Status();
    const std::int64_t program = oldest.getColumn(0).getInt64();
    oldest.reset();

    const std::optional<std::string> last = LastToGo(connection, program);
    SQLite::Statement rows(connection, last ? "DELETE FROM evaluation WHERE program_id = ? "
                                              "AND list <= ?"
                                            : "DELETE FROM evaluation WHERE program_id = ?");
    rows.bind(1, program);
    if (last) rows.bind(2, last->data(), static_cast<int>(last->size()));
    dropped = static_cast<std::uint64_t>(rows.exec());
    if (last) return Status();
    SQLite::Statement row(connection, "DELETE FROM program WHERE id = ?");
    row.bind(1, program);
    row.exec();
    return Status();
  });
  if (!status.ok()) return status.error();
  return dropped;
}

Status ClearCache(Database& cache) {
  const Status status = cache.Write([](SQLite::Database& connection) {
    connection.exec("DELETE FROM evaluation; DELETE FROM program");
    return Status();
  });
  return status.ok() ? cache.Compact() : status;
}

}  // namespace autotune
