#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// Finds out whether `WriteAtomically` could write `file`, by making and removing a temporary file
/// of so many bytes beside it. Errors: one line that says what is in the way.
Status CheckWritable(const std::filesystem::path& file, std::uint64_t bytes = 0);

/// Finds out whether there is room for so many bytes in a folder. Errors as above.
Status CheckRoom(const std::filesystem::path& folder, std::uint64_t bytes);

/// As above, for weights, which are renamed to `file` and have others beside them: a special file
/// (`/dev/null`, a pipe) is an error, too, and so is one of the `inputs`.
Status CheckReplaceable(const std::filesystem::path& file,
                        std::span<const std::filesystem::path> inputs);

/// Whether a report may be called `file`: not like a module nor as one of the `inputs`, over which
/// a slip such as `--json *.ll` would write it. Errors: `kInvalidArgument`.
Status CheckReportName(const std::filesystem::path& file,
                       std::span<const std::filesystem::path> inputs);

/// Replaces `file` in one step: a reader sees the old contents or the new ones, whatever happens.
/// The error says so where there is an old file. Special files (`/dev/null`, a pipe) are written in
/// place.
Status WriteAtomically(const std::filesystem::path& file, std::string_view contents);

}  // namespace autotune
