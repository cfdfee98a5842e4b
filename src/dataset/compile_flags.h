#pragma once

#include <span>
#include <string>
#include <vector>

namespace autotune {

/// A compiler's flags, sorted out.
struct SortedFlags {
  std::vector<std::string> kept;     ///< what the program depends on, harmless to any reader
  std::vector<std::string> refused;  ///< what could run or write something, or is not known
};

/// Sorts the words of a command line, without the compiler and the source. Kept are kinds of flags
/// that say which program it is: macros, include folders, the language, the target, `-f`, `-m` and
/// `-W`. Refused are plugins, dependency files, profiles, traces, response files, flags for other
/// tools, and all that is in no list. What says how to optimise, to debug, to link or where to
/// write is in neither: nobody misses it.
SortedFlags SortFlags(std::span<const std::string> words);

}  // namespace autotune
