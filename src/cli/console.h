#pragma once

#include <string_view>

#include "core/result.h"

namespace autotune {

/// `autotune: error: ...` on standard error, on one line whatever the message holds.
void PrintError(std::string_view message);
/// `autotune: warning: ...`, likewise.
void PrintWarning(std::string_view message);

/// Prints the error and returns the exit status it stands for: 2 for wrong usage, 1 otherwise.
int Fail(const Error& error);

}  // namespace autotune
