#pragma once

#include <filesystem>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// Finds out whether `WriteAtomically` could write `file`, by making and removing a temporary file
/// beside it. Errors: one line that says what is in the way.
Status CheckWritable(const std::filesystem::path& file);

/// Replaces `file` in one step: a reader sees the old contents or the new ones, whatever happens.
/// Special files (`/dev/null`, a pipe) are written in place.
Status WriteAtomically(const std::filesystem::path& file, std::string_view contents);

}  // namespace autotune
