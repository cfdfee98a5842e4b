#pragma once

#include <span>
#include <string>
#include <vector>

namespace autotune {

/// A compiler's flags, sorted.
struct SortedFlags {
  std::vector<std::string> kept;     ///< harmless flags that the program depends on
  std::vector<std::string> refused;  ///< flags that could run or write something, or are unknown
};

/// Sorts the words of a command line, without the compiler and the source. Flags that define the
/// program are kept: macros, include folders, the language, the target, `-f`, `-m` and `-W`.
///
/// Refused are plugins, dependency files, profiles, traces, response files, flags for other tools,
/// and everything that is in no list. Flags for optimisation, debugging, linking and output are in
/// neither list: nobody misses them.
SortedFlags SortFlags(std::span<const std::string> words);

}  // namespace autotune
