#pragma once

#include <cstddef>
#include <string>

#include "db/query.h"

namespace autotune {

/// Returns the table as text for people. Numbers are right-aligned with thousands separators,
/// except in columns that name something (`run`, `seed`). Reals have three decimals, and NULL is
/// `-`. In a table wider than `line_width` characters, texts are cut, and one that all rows have in
/// common stands above. 0: any width is right.
std::string FormatTable(const SqlTable& table, std::size_t line_width);

/// Returns the table as CSV (RFC 4180), with a header and `\n`. NULL is an empty field. Numbers are
/// written in full.
std::string FormatCsv(const SqlTable& table);

/// Returns the table as a JSON array of objects, one for each row.
std::string FormatJson(const SqlTable& table);

}  // namespace autotune
