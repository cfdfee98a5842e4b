#pragma once

#include <chrono>
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

/// Bounds of a question that somebody typed in. Beyond any of them the query is an error.
struct QueryLimits {
  std::chrono::milliseconds time{60'000};
  std::uint64_t answer_bytes = 256ull << 20;  ///< in memory, all rows together
  std::uint64_t sqlite_bytes = 1ull << 30;    ///< memory that SQLite takes to sort, for instance
};

/// Bounds of a question that the program asks: whoever made the file may have put endless views
/// into it.
inline constexpr QueryLimits kOwnQueryLimits{
    .time = std::chrono::minutes(10), .answer_bytes = 4ull << 30, .sqlite_bytes = 4ull << 30};

/// Runs one SQL statement that only reads; anything else (writes, ATTACH, PRAGMAs that set
/// something, temporary tables) is refused before it starts. Parameters that the statement does not
/// have are ignored, those that are not given are NULL. Errors: `kInvalidArgument`, in SQLite's
/// words, where the statement is wrong, not allowed or beyond the limits; others as `Database`.
/// Writes no temporary files. One at a time in a process.
Result<SqlTable> RunQuery(Database& database, const std::string& sql,
                          const SqlParameters& parameters = {},
                          const QueryLimits& limits = kOwnQueryLimits);

}  // namespace autotune
