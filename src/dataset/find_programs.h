#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/result.h"

namespace autotune {

/// The folders in which programs are looked for.
struct ProgramFolders {
  std::filesystem::path root;      ///< folder that patterns start from; absolute
  std::filesystem::path datasets;  ///< folder that holds the data sets
};

struct FoundProgram {
  std::filesystem::path file;
  std::optional<Hash128> content{};  ///< from its data set's manifest; empty outside data sets
};

/// True if an entry is `dataset:...`.
bool NamesDataset(const std::string& entry);

/// Returns the files that the entries name, each once, sorted entry by entry. An entry is a shell
/// pattern below `root`, or `dataset:SET[:SPLIT[:PATTERN]]`. The latter names programs in the
/// manifest of a data set, in this split and with matching names; its `*` also matches across
/// folders. SET is a name, or a folder below `root` if it contains a slash.
///
/// A plain name, or a name in a manifest, is not checked: its reader finds out if the file exists.
/// Errors: `kNotFound` if an entry names no program, `kBadInput` if it makes no sense.
Result<std::vector<FoundProgram>> FindPrograms(const std::vector<std::string>& entries,
                                               const ProgramFolders& folders);

}  // namespace autotune
