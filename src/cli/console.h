#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/result.h"

namespace autotune {

/// `autotune: error: ...` on standard error, on one line whatever the message holds.
void PrintError(std::string_view message);
/// `autotune: warning: ...`, likewise.
void PrintWarning(std::string_view message);

/// `fmt::print`, but for what throws there: progress that can't be shown, on a terminal that is
/// gone for one, is no reason to lose a result. Of standard output `main` finds out at the end.
template <typename... T>
void PrintTo(std::FILE* stream, fmt::format_string<T...> format, T&&... arguments) {
  const std::string text = fmt::format(format, std::forward<T>(arguments)...);
  std::fwrite(text.data(), 1, text.size(), stream);
}

/// Prints the error and returns the exit status it stands for: 2 for wrong usage, 1 otherwise.
int Fail(const Error& error);

}  // namespace autotune
