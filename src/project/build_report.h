#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/hash.h"

namespace autotune {

/// A file of a build. Sizes are text + data, in bytes.
struct BuiltFile {
  std::filesystem::path path;
  std::optional<std::uint64_t> before;  ///< as the plain compiler made it; none if not known
  std::optional<std::uint64_t> after;
};

/// An object of a build.
struct BuiltUnit {
  BuiltFile object;
  std::size_t passes = 0;          ///< length of the pass list of a tuned object; 0 for a plain one
  bool taken_back = false;         ///< true if the check failed with the tuned object
  std::filesystem::path source{};  ///< absolute
  Hash128 module{};                ///< hash of its bitcode
  std::string answer{};            ///< what a tuned object is made with, as JSON; else empty
};

/// A linked file of a build.
struct LinkedFile {
  BuiltFile file;
  std::size_t units = 0;    ///< units that were linked as one module; 0: none
  std::size_t passes = 0;   ///< length of that module's pass list
  bool taken_back = false;  ///< true if the check failed with that module
  bool outdated = false;    ///< true if a module of it was tuned, and it has changed since
  std::string answer{};     ///< what that module's object is made with, as JSON; else empty
  std::vector<std::filesystem::path> objects{};  ///< of units; those that its link names, or takes
};

/// Everything that `autotune build` found out.
struct BuildReport {
  std::vector<LinkedFile> linked;
  std::vector<BuiltUnit> units;
  std::size_t not_rebuilt = 0;                ///< tuned objects that the build did not put in place
  std::map<std::string, std::size_t> counts;  ///< events of the wrapper, by name
};

/// Returns the path from `folder` of a file below it, else the path itself. Printable.
std::string NameFrom(const std::filesystem::path& folder, const std::filesystem::path& file);

/// Returns the table for people: linked files, tuned objects and a sum. `folder` is left out of
/// paths below it. Names are printable.
std::string BuildTable(const BuildReport& report, const std::filesystem::path& folder);

/// Returns the wrapper's counts, the most frequent first, a line each.
std::string BuildCounts(const BuildReport& report);

}  // namespace autotune
