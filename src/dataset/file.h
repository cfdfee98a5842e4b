#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// The contents of `file`. Errors: `kNotFound` where there is none, `kIo`.
Result<std::string> ReadFile(const std::filesystem::path& file);

/// Puts `contents` in the place of `file` in one step, making folders as needed. Meant for folders
/// that one process writes to. Errors: `kIo`.
Status ReplaceFile(const std::filesystem::path& file, std::string_view contents);

/// Makes `folder` and what is above it. Errors: `kIo`.
Status MakeFolder(const std::filesystem::path& folder);

}  // namespace autotune
