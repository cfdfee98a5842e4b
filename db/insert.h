#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/hash.h"

namespace autotune {

/// A statement whose parameters are bound one after another.
class Insert {
 public:
  Insert(SQLite::Database& connection, const char* sql) : statement_(connection, sql) {}

  /// Runs the statement with these values, the first for its first parameter. An empty optional is
  /// null. Returns the number of rows that have changed.
  template <typename... Values>
  int Run(const Values&... values) {
    statement_.reset();
    statement_.clearBindings();
    int index = 0;
    (Bind(++index, values), ...);
    return statement_.exec();
  }

 private:
  void Bind(int index, std::int64_t value) { statement_.bind(index, value); }
  void Bind(int index, std::uint64_t value) {
    statement_.bind(index, static_cast<std::int64_t>(value));
  }
  void Bind(int index, int value) { statement_.bind(index, value); }
  void Bind(int index, double value) { statement_.bind(index, value); }
  void Bind(int index, const std::string& value) { statement_.bind(index, value); }
  void Bind(int index, std::string_view value) { statement_.bind(index, std::string(value)); }
  void Bind(int index, const Hash128& value) { statement_.bind(index, ToHex(value)); }
  template <typename T>
  void Bind(int index, const std::optional<T>& value) {
    if (value) Bind(index, *value);
  }

  SQLite::Statement statement_;
};

}  // namespace autotune
