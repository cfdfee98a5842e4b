#pragma once

#include <string>

#include "core/result.h"

namespace SQLite {
class Database;
}

namespace autotune {

/// Whose database a file is and how old. Read inside a transaction: two processes may make one
/// file.
struct Schema {
  bool empty = false;      ///< nobody's yet
  bool ours = false;       ///< made by autotune, by its SQLite application id
  int version = 0;         ///< number of the last migration
  int min_compatible = 0;  ///< oldest autotune, by its last migration, that may use the file
};

Schema ReadSchema(SQLite::Database& database);

/// An error where this program may not use such a file; `name` is for the message.
Status CheckSchema(const Schema& schema, const std::string& name);

/// True where migrations are missing.
bool IsOutdated(const Schema& schema);

/// Runs the migrations that are missing. Needs a write transaction.
void Migrate(SQLite::Database& database, const Schema& schema);

}  // namespace autotune
