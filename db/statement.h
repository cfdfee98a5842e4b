#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/hash.h"
#include "core/program.h"

namespace autotune {

/// Bytes for a BLOB. They are not copied and must live until the statement has run.
struct Blob {
  std::string_view bytes;
};

/// Returns the code model of the cost's object size; nothing if it has none.
inline std::optional<std::string_view> IfSized(const Cost& cost, const std::string& code_model) {
  return cost.object_size ? std::optional<std::string_view>(code_model) : std::nullopt;
}

/// A statement whose parameters are bound one after another, and whose columns have our types.
class Statement : public SQLite::Statement {
 public:
  using SQLite::Statement::Statement;

  /// Begins anew with these values, the first for the first parameter. A cost takes three
  /// parameters: instructions, text and data bytes. An empty optional takes one and is null, as are
  /// all parameters after the last value.
  template <typename... Values>
  void Bind(const Values&... values) {
    reset();
    clearBindings();
    int index = 0;
    (BindNext(index, values), ...);
  }
  /// Runs the statement with these values. Returns the number of rows that have changed.
  template <typename... Values>
  int Run(const Values&... values) {
    Bind(values...);
    return exec();
  }

  std::uint64_t CountAt(int column) const {
    return static_cast<std::uint64_t>(getColumn(column).getInt64());
  }
  /// Returns nothing if the text is no hash.
  std::optional<Hash128> HashAt(int column) const { return FromHex(getColumn(column).getString()); }
  /// Returns the bytes, which live until the next row.
  std::string_view BlobAt(int column) const {
    const SQLite::Column blob = getColumn(column);
    return {static_cast<const char*>(blob.getBlob()), static_cast<std::size_t>(blob.getBytes())};
  }
  /// Reads a cost from three columns: instructions, text and data bytes.
  Cost CostAt(int column) const {
    Cost cost{.instructions = CountAt(column), .object_size = std::nullopt};
    if (!isColumnNull(column + 1)) cost.object_size = {CountAt(column + 1), CountAt(column + 2)};
    return cost;
  }

 private:
  void BindNext(int& index, std::nullopt_t) { ++index; }
  void BindNext(int& index, std::int64_t value) { bind(++index, value); }
  void BindNext(int& index, std::uint64_t value) {
    bind(++index, static_cast<std::int64_t>(value));
  }
  void BindNext(int& index, std::uint32_t value) { bind(++index, value); }
  void BindNext(int& index, int value) { bind(++index, value); }
  void BindNext(int& index, double value) { bind(++index, value); }
  void BindNext(int& index, const std::string& value) { bind(++index, value); }
  void BindNext(int& index, std::string_view value) { bind(++index, std::string(value)); }
  void BindNext(int& index, const Hash128& value) { bind(++index, ToHex(value)); }
  void BindNext(int& index, const Blob& value) {
    bindNoCopy(++index, value.bytes.data(), static_cast<int>(value.bytes.size()));
  }
  void BindNext(int& index, const Cost& value) {
    BindNext(index, value.instructions);
    BindNext(index, value.object_size ? std::optional(value.object_size->text) : std::nullopt);
    BindNext(index, value.object_size ? std::optional(value.object_size->data) : std::nullopt);
  }
  template <typename T>
  void BindNext(int& index, const std::optional<T>& value) {
    if (value) {
      BindNext(index, *value);
    } else {
      ++index;
    }
  }
};

}  // namespace autotune
