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

/// A value: NULL, INTEGER, REAL or TEXT. A BLOB is given as hexadecimal digits.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

struct SqlTable {
  std::vector<std::string> columns;
  std::vector<std::vector<SqlValue>> rows;  ///< each as long as `columns`
};

/// Values for the parameters of a statement, by name with its colon (`:run`).
using SqlParameters = std::map<std::string, SqlValue>;

/// Limits of a query that a user typed. A query beyond any of them is an error.
struct QueryLimits {
  std::chrono::milliseconds time{60'000};
  std::uint64_t answer_bytes = 256ull << 20;  ///< memory of the answer, all rows together
  std::uint64_t sqlite_bytes = 1ull << 30;    ///< memory that SQLite takes, to sort for instance
};

/// Limits of a query of the program itself. They are needed because a file made by somebody else
/// may hold endless views.
inline constexpr QueryLimits kOwnQueryLimits{
    .time = std::chrono::minutes(10), .answer_bytes = 4ull << 30, .sqlite_bytes = 4ull << 30};

/// Runs one SQL statement that only reads. Anything else is refused before it starts: writes,
/// ATTACH, PRAGMAs that set something, temporary tables. Parameters that the statement does not
/// have are ignored; those not given are NULL. Writes no temporary files. Threads wait for
/// each other: SQLite has one limit of memory in a process.
///
/// Errors: `kInvalidArgument`, in SQLite's words, if the statement is wrong, not allowed or beyond
/// the limits; others as `Database`.
Result<SqlTable> RunQuery(Database& database, const std::string& sql,
                          const SqlParameters& parameters = {},
                          const QueryLimits& limits = kOwnQueryLimits);

}  // namespace autotune
