#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// Finds out whether `WriteAtomically` could write `file`, by making and removing a temporary file
/// beside it. Errors: one line that says what is in the way.
Status CheckWritable(const std::filesystem::path& file);

/// As above, for weights, which are renamed to `file` and have others beside them: a special file
/// (`/dev/null`, a pipe) is an error, too, and so is one of the `inputs`.
Status CheckReplaceable(const std::filesystem::path& file,
                        std::span<const std::filesystem::path> inputs);

/// Whether a report may be called `file`: not like a module nor as one of the `inputs`, over which
/// a slip such as `--json *.ll` would write it. Errors: `kInvalidArgument`.
Status CheckReportName(const std::filesystem::path& file,
                       std::span<const std::filesystem::path> inputs);

/// Replaces `file` in one step: a reader sees the old contents or the new ones, whatever happens.
/// Special files (`/dev/null`, a pipe) are written in place.
Status WriteAtomically(const std::filesystem::path& file, std::string_view contents);

}  // namespace autotune
