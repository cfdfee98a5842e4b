#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/result.h"

namespace autotune {

/// Where programs are looked for.
struct ProgramFolders {
  std::filesystem::path root;      ///< of patterns; absolute
  std::filesystem::path datasets;  ///< that holds the data sets
};

struct FoundProgram {
  std::filesystem::path file;
  std::optional<Hash128> content{};  ///< what the manifest of its data set says; of none: empty
};

/// Whether an entry is `dataset:...`.
bool NamesDataset(const std::string& entry);

/// The files that the entries name, each once, sorted entry by entry. An entry is a pattern as the
/// shell has them, below `root`, or `dataset:SET[:SPLIT[:PATTERN]]`: the programs that the
/// manifest of a data set has in this split and under such names, where `*` goes across folders.
/// SET is a name, or a folder below `root` where it has a slash. Whether there is a file of a plain
/// name, or of one in a manifest, is for its reader to see. Errors: `kNotFound` where an entry
/// names no program, `kBadInput` where it makes no sense.
Result<std::vector<FoundProgram>> FindPrograms(const std::vector<std::string>& entries,
                                               const ProgramFolders& folders);

}  // namespace autotune
