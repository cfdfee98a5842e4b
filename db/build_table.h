#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/program.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// One call of `autotune build`, as it ended. Texts are UTF-8.
struct StoredBuild {
  /// An object, or a linked file. Sizes are text + data, in bytes; none if not known.
  struct File {
    std::string path;  ///< from the folder, if it is below that
    bool linked = false;
    std::optional<std::string> source{};  ///< of an object
    std::optional<ProgramId> module{};    ///< program that was tuned for an object
    std::optional<std::uint64_t> before{};
    std::optional<std::uint64_t> after{};
    bool taken_back = false;  ///< true if the check failed with it
    /// JSON object of the passes, attributes and options that made it; none: it is plain.
    std::optional<std::string> answer{};
    /// Objects that the command of a linked file names, or that are its one module.
    std::vector<std::string> objects{};
  };

  std::string folder;   ///< where the command ran
  std::string command;  ///< in one line
  std::string llvm;
  std::string autotune;
  double wall_seconds = 0;    ///< it has just ended
  double budget_seconds = 0;  ///< of searching; 0: it did not search
  std::uint64_t threads = 0;
  std::vector<File> files;  ///< of two with the same path, the last one counts
};

/// Adds a build to the database, and drops the bitcode that this makes old. Errors: as `Database`.
Status AddBuild(Database& database, const StoredBuild& build);

}  // namespace autotune
