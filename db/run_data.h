#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"
#include "db/database.h"
#include "db/query.h"

namespace autotune {

/// One row of an answer, by the names of its columns, which must be there. A value of another type
/// is 0 or empty.
class AnswerRow {
 public:
  AnswerRow(const SqlTable& table, std::size_t row) : table_(table), row_(row) {}

  std::uint64_t Count(std::string_view column) const;
  double Real(std::string_view column) const;
  std::string Text(std::string_view column) const;
  /// False of NULL.
  bool Has(std::string_view column) const;

 private:
  const SqlValue& At(std::string_view column) const;

  const SqlTable& table_;
  const std::size_t row_;
};

/// All that is kept of one run.
struct RunData {
  SqlTable run;  ///< one row; none if there is no such run
  SqlTable curve;
  SqlTable effects;
  SqlTable failures;
};

/// Reads `RunData::run` alone. Errors: as `RunQuery`.
Result<SqlTable> ReadRun(Database& database, std::int64_t run);

/// Errors: as `RunQuery`.
Result<RunData> ReadRunData(Database& database, std::int64_t run);

}  // namespace autotune
