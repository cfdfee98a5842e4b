#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// NULL, INTEGER, REAL or TEXT; a BLOB comes as hexadecimal digits.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

struct SqlTable {
  std::vector<std::string> columns;
  std::vector<std::vector<SqlValue>> rows;  ///< each as long as `columns`
};

/// Values for the parameters of a statement, by name with its colon (`:run`).
using SqlParameters = std::map<std::string, SqlValue>;

/// Runs one SQL statement that only reads; anything else (writes, ATTACH, PRAGMAs that set
/// something, temporary tables) is refused before it starts. Parameters that the statement does not
/// have are ignored, those that are not given are NULL. Errors: `kInvalidArgument`, in SQLite's
/// words, where the statement is wrong or not allowed; others as `Database`.
Result<SqlTable> RunQuery(Database& database, const std::string& sql,
                          const SqlParameters& parameters = {});

}  // namespace autotune
