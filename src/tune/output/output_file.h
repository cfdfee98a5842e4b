#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// Checks that `WriteAtomically` can write `file`, by making and removing a temporary file of
/// `bytes` bytes beside it. Errors: one line with the obstacle.
Status CheckWritable(const std::filesystem::path& file, std::uint64_t bytes = 0);

/// Checks that a folder has room for `bytes` bytes. Errors: one line with the obstacle.
Status CheckRoom(const std::filesystem::path& folder, std::uint64_t bytes);

/// Checks as `CheckWritable`, for weights, which are renamed to `file` and have other files beside
/// them. Special files (`/dev/null`, a pipe) and the `inputs` are errors, too.
Status CheckReplaceable(const std::filesystem::path& file,
                        std::span<const std::filesystem::path> inputs);

/// Checks that a report may be called `file`. Names of modules and of the `inputs` are refused: a
/// slip such as `--json *.ll` would overwrite them. Errors: `kInvalidArgument`.
Status CheckReportName(const std::filesystem::path& file,
                       std::span<const std::filesystem::path> inputs);

/// Replaces `file` in one step: a reader sees either the old or the new contents. The error says if
/// an old file remains. Special files (`/dev/null`, a pipe) are written in place.
Status WriteAtomically(const std::filesystem::path& file, std::string_view contents);

}  // namespace autotune
