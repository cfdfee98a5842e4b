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

/// Returns the words of a shell command. Quotes and backslashes work as in a shell; nothing is
/// expanded. Errors: `kBadInput` if a quote is left open.
Result<std::vector<std::string>> SplitCommand(std::string_view command);

/// Turns a compiler's command line into one of ours, with the flags that `SortFlags` keeps. `words`
/// starts with the compiler, or with a launcher such as ccache.
Compilation RewriteCommand(const std::vector<std::string>& words,
                           const std::filesystem::path& directory, const std::string& source);

/// The contents of a compilation database.
struct CompileCommands {
  std::vector<Unit> units;
  /// Flags that `SortFlags` refuses, and the number of commands with each.
  std::map<std::string, std::size_t> refused;
};

/// Returns the translation units of a project, each in all flavours, named by their paths below
/// their deepest common folder. A unit is built again if its command or file changed; headers are
/// not checked. Errors: `kNotFound`; `kBadInput` if `file` is no compilation database.
Result<CompileCommands> ReadCompileCommands(const std::filesystem::path& file, Split split,
                                            const std::string& compiler);

}  // namespace autotune
