#pragma once

#include <span>
#include <string>

#include "core/result.h"

namespace SQLite {
class Database;
}

namespace autotune {

struct Migration {
  int min_compatible;  ///< oldest version whose program still understands the result
  const char* sql;
};

/// A kind of file. Migration `i` makes version `i + 1`; the first one makes the table
/// `schema_version (version, min_compatible)` with one row. Released migrations are never edited;
/// new ones are added.
struct FileFormat {
  int application_id;  ///< number that `file` and SQLite know the format by
  std::span<const Migration> migrations;

  int version() const { return static_cast<int>(migrations.size()); }
};

/// Format of the database. docs/database.md describes it for users.
extern const FileFormat kDatabaseFormat;

/// Owner and age of a database file. Read it inside a transaction, since two processes may make one
/// file at once.
struct Schema {
  bool empty = false;      ///< true if the file belongs to nobody yet
  bool ours = false;       ///< true if it has the SQLite application id of the format
  int version = 0;         ///< number of the last migration
  int min_compatible = 0;  ///< last migration of the oldest autotune that may use the file
};

Schema ReadSchema(SQLite::Database& database, const FileFormat& format);

/// Returns an error if this program may not use such a file; `name` is for the message.
Status CheckSchema(const Schema& schema, const FileFormat& format, const std::string& name);

/// True if migrations are missing.
bool IsOutdated(const Schema& schema, const FileFormat& format);

/// Runs the migrations that are missing. Needs a write transaction, and a connection that does not
/// enforce foreign keys: one may make a table anew that others refer to.
void Migrate(SQLite::Database& database, const Schema& schema, const FileFormat& format);

}  // namespace autotune
