#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// The contents of a regular file. Errors: `kNotFound` if there is none, `kIo`.
Result<std::string> ReadFile(const std::filesystem::path& file);

/// Likewise of a file that may be a pipe or a device, and then makes one wait.
Result<std::string> ReadStream(const std::filesystem::path& file);

/// Puts `contents` in the place of `file` in one step, making folders as needed. Meant for folders
/// that one process writes to. Errors: `kIo`.
Status ReplaceFile(const std::filesystem::path& file, std::string_view contents);

/// Makes `folder` and all folders above it. Errors: `kIo`.
Status MakeFolder(const std::filesystem::path& folder);

}  // namespace autotune
