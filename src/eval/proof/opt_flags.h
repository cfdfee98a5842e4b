#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// Checks that `opt` may get these flags besides its pipeline. Only flags that this program itself
/// writes are allowed, each with a value that it may have. A stored list is data: a `-load=` or a
/// path in it would run or write files of its author's choice. Errors: `kBadInput`, naming the
/// first flag that is not allowed.
Status CheckOptFlags(std::span<const std::string> flags);

/// True for the name of a symbol of letters, digits, `_`, `.` and `$` alone.
bool IsSymbolName(std::string_view name);

}  // namespace autotune
