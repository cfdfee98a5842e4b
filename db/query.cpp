#include "db/query.h"

#include <algorithm>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include "core/mutex.h"

namespace autotune {
namespace {

/// Authorizer of SQLite, which asks it about everything a statement would do.
int AllowReading(void*, int action, const char*, const char* second, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_FUNCTION:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_PRAGMA: return second ? SQLITE_DENY : SQLITE_OK;  // allowed without a value
    default: return SQLITE_DENY;
  }
}

/// Makes a connection read-only as long as this object lives.
class ReadingOnly {
 public:
  explicit ReadingOnly(SQLite::Database& connection) : connection_(connection) {
    sqlite3_set_authorizer(connection_.getHandle(), AllowReading, nullptr);
  }
  ~ReadingOnly() { sqlite3_set_authorizer(connection_.getHandle(), nullptr, nullptr); }
  ReadingOnly(const ReadingOnly&) = delete;
  ReadingOnly& operator=(const ReadingOnly&) = delete;

 private:
  SQLite::Database& connection_;
};

/// Returns an error unless the text is one statement. SQLite compiles the first one and ignores the
/// rest.
Status CheckOneStatement(SQLite::Database& connection, const std::string& sql) {
  const char* rest = sql.c_str();
  int statements = 0;
  while (*rest != '\0') {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(connection.getHandle(), rest, -1, &statement, &rest);
    if (code != SQLITE_OK) throw SQLite::Exception(connection.getHandle(), code);
    const bool any = statement != nullptr;  // false for blanks and comments
    sqlite3_finalize(statement);
    if (any && ++statements > 1) {
      return Error{ErrorCode::kInvalidArgument, "one SQL statement at a time"};
    }
  }
  if (statements == 0) return Error{ErrorCode::kInvalidArgument, "there is no SQL statement"};
  return Status();
}

void Bind(SQLite::Statement& statement, const SqlParameters& parameters) {
  for (const auto& [name, value] : parameters) {
    const int index = statement.getIndex(name.c_str());
    if (index == 0) continue;
    if (const auto* integer = std::get_if<std::int64_t>(&value)) statement.bind(index, *integer);
    if (const auto* real = std::get_if<double>(&value)) statement.bind(index, *real);
    if (const auto* text = std::get_if<std::string>(&value)) statement.bind(index, *text);
  }
}

std::string Hex(const SQLite::Column& blob) {
  const auto* const bytes = static_cast<const unsigned char*>(blob.getBlob());
  return fmt::format("{:02x}", fmt::join(bytes, bytes + blob.getBytes(), ""));
}

SqlValue Read(const SQLite::Column& column) {
  switch (column.getType()) {
    case SQLITE_INTEGER: return column.getInt64();
    case SQLITE_FLOAT: return column.getDouble();
    case SQLITE_TEXT: return column.getString();
    case SQLITE_BLOB: return Hex(column);
    default: return std::monostate();
  }
}

/// Makes SQLite end a statement at the limits as long as this object lives.
class Bounds {
 public:
  Bounds(SQLite::Database& connection, const QueryLimits& limits)
      : connection_(connection.getHandle()),
        end_(std::chrono::steady_clock::now() + limits.time),
        heap_before_(sqlite3_hard_heap_limit64(-1)) {
    constexpr int kInstructionsBetweenLooks = 1000;
    sqlite3_progress_handler(
        connection_, kInstructionsBetweenLooks,
        [](void* bounds) { return static_cast<int>(static_cast<Bounds*>(bounds)->TimeIsUp()); },
        this);
    length_before_ =
        sqlite3_limit(connection_, SQLITE_LIMIT_LENGTH,
                      static_cast<int>(std::min<std::uint64_t>(limits.answer_bytes, 1 << 30)));
    sqlite3_hard_heap_limit64(static_cast<sqlite3_int64>(limits.sqlite_bytes));
    // A connection that has temporary tables already keeps them where they are.
    (void)connection.tryExec("PRAGMA temp_store = MEMORY");
  }
  ~Bounds() {
    sqlite3_hard_heap_limit64(heap_before_);
    sqlite3_limit(connection_, SQLITE_LIMIT_LENGTH, length_before_);
    sqlite3_progress_handler(connection_, 0, nullptr, nullptr);
  }
  Bounds(const Bounds&) = delete;
  Bounds& operator=(const Bounds&) = delete;

  bool TimeIsUp() const { return std::chrono::steady_clock::now() >= end_; }

 private:
  sqlite3* const connection_;
  const std::chrono::steady_clock::time_point end_;
  const sqlite3_int64 heap_before_;
  int length_before_ = 0;
};

std::uint64_t BytesOf(const std::vector<SqlValue>& row) {
  std::uint64_t bytes = sizeof(std::vector<SqlValue>) + row.size() * sizeof(SqlValue);
  for (const SqlValue& value : row) {
    if (const auto* text = std::get_if<std::string>(&value)) bytes += text->size();
  }
  return bytes;
}

std::string Text(std::chrono::milliseconds time) {
  if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + " s";
  return std::to_string(time.count()) + " ms";
}

Error Beyond(const std::string& what) {
  return {ErrorCode::kInvalidArgument, "SQL: the query " + what};
}

Result<SqlTable> ReadAll(SQLite::Statement& statement, const QueryLimits& limits) {
  SqlTable table;
  std::uint64_t bytes = 0;
  const int columns = statement.getColumnCount();
  for (int i = 0; i < columns; ++i) table.columns.emplace_back(statement.getColumnName(i));
  while (statement.executeStep()) {
    std::vector<SqlValue>& row = table.rows.emplace_back();
    for (int i = 0; i < columns; ++i) row.push_back(Read(statement.getColumn(i)));
    bytes += BytesOf(row);
    if (bytes > limits.answer_bytes) {
      return Beyond("has an answer of more than " + std::to_string(limits.answer_bytes >> 20) +
                    " MiB; add a LIMIT");
    }
  }
  return table;
}

/// True if the statement is at fault and not the database.
bool IsStatementsFault(int code) {
  return code == SQLITE_ERROR || code == SQLITE_AUTH || code == SQLITE_MISUSE ||
         code == SQLITE_RANGE || code == SQLITE_TOOBIG || code == SQLITE_MISMATCH;
}

}  // namespace

Result<SqlTable> RunQuery(Database& database, const std::string& sql,
                          const SqlParameters& parameters, const QueryLimits& limits) {
  static Mutex one_at_a_time;
  const MutexLock lock(one_at_a_time);
  return database.Read<SqlTable>([&](SQLite::Database& connection) -> Result<SqlTable> {
    const Bounds bounds(connection, limits);
    const ReadingOnly guard(connection);
    try {
      if (Status one = CheckOneStatement(connection, sql); !one.ok()) return one.error();
      SQLite::Statement statement(connection, sql);
      Bind(statement, parameters);
      return ReadAll(statement, limits);
    } catch (const SQLite::Exception& exception) {
      const int code = exception.getErrorCode();
      if (code == SQLITE_AUTH) {
        return Error{ErrorCode::kInvalidArgument, "a query can only read the database"};
      }
      if (code == SQLITE_INTERRUPT) {
        return Beyond("takes longer than " + Text(limits.time));
      }
      if (code == SQLITE_NOMEM) {
        return Beyond("takes more than " + std::to_string(limits.sqlite_bytes >> 20) +
                      " MiB of memory");
      }
      if (!IsStatementsFault(code)) throw;
      return Error{ErrorCode::kInvalidArgument, std::string("SQL: ") + exception.what()};
    }
  });
}

}  // namespace autotune
