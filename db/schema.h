#pragma once

#include <span>
#include <string>

#include "core/result.h"

namespace SQLite {
class Database;
}

namespace autotune {

struct Migration {
  int min_compatible;  ///< the oldest version whose program still understands the result
  const char* sql;
};

/// A kind of file. Migration `i` makes version `i + 1`; the first one makes the table
/// `schema_version (version, min_compatible)` with one row. Never edited once released, only added
/// to.
struct FileFormat {
  int application_id;  ///< what `file` and SQLite know the format by
  std::span<const Migration> migrations;

  int version() const { return static_cast<int>(migrations.size()); }
};

/// autotune's database. Described for users in docs/database.md.
extern const FileFormat kDatabaseFormat;

/// Whose database a file is and how old. Read inside a transaction: two processes may make one
/// file.
struct Schema {
  bool empty = false;      ///< nobody's yet
  bool ours = false;       ///< of the format, by its SQLite application id
  int version = 0;         ///< number of the last migration
  int min_compatible = 0;  ///< oldest autotune, by its last migration, that may use the file
};

Schema ReadSchema(SQLite::Database& database, const FileFormat& format);

/// An error where this program may not use such a file; `name` is for the message.
Status CheckSchema(const Schema& schema, const FileFormat& format, const std::string& name);

/// True where migrations are missing.
bool IsOutdated(const Schema& schema, const FileFormat& format);

/// Runs the migrations that are missing. Needs a write transaction, and a connection that does not
/// enforce foreign keys: one may make a table anew that others refer to.
void Migrate(SQLite::Database& database, const Schema& schema, const FileFormat& format);

}  // namespace autotune
