#pragma once

#include <span>
#include <string>
#include <vector>

namespace autotune {

/// A compiler's flags, sorted out.
struct SortedFlags {
  std::vector<std::string> kept;     ///< the program depends on them, and they harm nobody
  std::vector<std::string> refused;  ///< they could run or write something, or are not known
};

/// Sorts the words of a command line, without the compiler and the source. Kinds of flags are kept
/// that say which program it is: macros, include folders, the language, the target, `-f`, `-m` and
/// `-W`. Plugins, dependency files, profiles, traces, response files, flags for other tools, and
/// all that is in no list are refused. Flags for optimisation, debugging, linking and output are in
/// neither of the two: nobody misses them.
SortedFlags SortFlags(std::span<const std::string> words);

}  // namespace autotune
