#pragma once

#include <cstddef>
#include <string>

#include "db/query.h"

namespace autotune {

/// For people: numbers right-aligned with thousands separators (not those of columns that name
/// something: `run`, `seed`), reals with three decimals, `-` for NULL. Cells end at `cell_width`
/// characters; 0: never.
std::string FormatTable(const SqlTable& table, std::size_t cell_width);

/// RFC 4180 with a header and `\n`; NULL is an empty field. Numbers are written in full.
std::string FormatCsv(const SqlTable& table);

/// An array of objects, one a row.
std::string FormatJson(const SqlTable& table);

}  // namespace autotune
