#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// Finds a run as users name it: by its number, or `last`. Errors: `kInvalidArgument` if `word` is
/// neither, `kNotFound` if there are no runs; others as for `Database`.
Result<std::int64_t> FindRun(Database& database, const std::string& word);

/// Returns the error that there is no such run.
Error NoSuchRun(std::int64_t run);

/// Splits the flags of `opt` that a list is stored with.
std::vector<std::string> SplitFlags(const std::string& flags);

/// The list that a run ended with: the proved one, or the found one if none was proved.
struct RunList {
  std::int64_t run = 0;
  std::string pipeline;
  std::vector<std::string> opt_flags;  ///< without the plugin
  std::string program;                 ///< hash of the file it was found on, in hexadecimal digits
  std::string path;                    ///< path of the given file, as last seen
  /// Symbols that stayed visible when that was made whole, joined by commas; empty: it was not.
  std::string kept{};
  std::string plan{};      ///< text of the plan that the pipeline applies; empty: it is a list
  std::string delivery{};  ///< what was done to the module after it, for `ParseDelivery`
};

/// Reads the list of a run. Errors: as for `FindRun`; `kNotFound` if there is no such run or it has
/// no list; `kBadInput` if `CheckOptFlags` refuses its flags.
Result<RunList> ReadRunList(Database& database, const std::string& word);

}  // namespace autotune
