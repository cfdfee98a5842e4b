#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "dataset/assemble.h"
#include "dataset/compiler.h"

namespace autotune {

/// The words of a shell command: quotes and backslashes as a shell has them, nothing expanded.
/// Errors: `kBadInput` where a quote is left open.
Result<std::vector<std::string>> SplitCommand(std::string_view command);

/// A compiler's command line as one of ours: what it says of optimisation, debug information,
/// warnings-as-errors and outputs is gone. `words` starts with the compiler, or with a launcher
/// such as ccache.
Compilation RewriteCommand(const std::vector<std::string>& words,
                           const std::filesystem::path& directory, const std::string& source);

/// The translation units of a project, each in all flavours, named by their paths below the folder
/// all have in common. Built again where the command or the file changed; headers are not looked
/// at. Errors: `kNotFound`, `kBadInput` where `file` is no compilation database.
Result<std::vector<Unit>> CompileCommandsUnits(const std::filesystem::path& file, Split split,
                                               const std::string& compiler);

}  // namespace autotune
