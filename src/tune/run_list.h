#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// A run as users name it: its number, or `last`. Errors: `kInvalidArgument` where `word` is
/// neither, `kNotFound` where there are no runs; others as `Database`.
Result<std::int64_t> FindRun(Database& database, const std::string& word);

/// That there is no such run.
Error NoSuchRun(std::int64_t run);

/// The flags of `opt` that a list is stored with.
std::vector<std::string> SplitFlags(const std::string& flags);

/// The list that a run ended with: the proved one, or the one found where none was proved.
struct RunList {
  std::int64_t run = 0;
  std::string pipeline;
  std::vector<std::string> opt_flags;
  std::string program;  ///< hash of the file it was found on, in hexadecimal digits
  std::string path;     ///< of that file, as last seen
};

/// Errors: as `FindRun`; `kNotFound` if there is no such run or it has no list; `kBadInput` if
/// `CheckOptFlags` refuses its flags or what is stored is no text.
Result<RunList> ReadRunList(Database& database, const std::string& word);

}  // namespace autotune
