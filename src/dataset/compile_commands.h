#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
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

/// A compiler's command line as one of ours, with the flags that `SortFlags` keeps. `words` starts
/// with the compiler, or with a launcher such as ccache.
Compilation RewriteCommand(const std::vector<std::string>& words,
                           const std::filesystem::path& directory, const std::string& source);

/// The contents of a compilation database.
struct CompileCommands {
  std::vector<Unit> units;
  /// Flags that `SortFlags` refuses, and the number of commands that had each.
  std::map<std::string, std::size_t> refused;
};

/// The translation units of a project, each in all flavours, named by their paths below the folder
/// all have in common. Built again where the command or the file changed; headers are not looked
/// at. Errors: `kNotFound`, `kBadInput` where `file` is no compilation database.
Result<CompileCommands> ReadCompileCommands(const std::filesystem::path& file, Split split,
                                            const std::string& compiler);

}  // namespace autotune
