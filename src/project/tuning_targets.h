#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/result.h"
#include "core/shard.h"
#include "project/merge_program.h"
#include "project/unit_tuner.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// The units and linked files of a build that may be tuned.
struct Chosen {
  bool all = true;                         ///< nothing is left out
  std::set<Hash128> units;                 ///< keys of units whose sources are meant
  std::set<std::filesystem::path> linked;  ///< linked files that are meant
};

/// Returns what the patterns mean among all units and links of a build; all if there is none. A
/// pattern is a file, a folder above it, or has `*`, `?` or `[`. Such a one has to match the file's
/// name, or the path from the working folder to the file or to a folder above it, where `*` stands
/// for no slash. Errors: `kNotFound` if a pattern means nothing.
Result<Chosen> Choose(const std::vector<std::string>& patterns,
                      const std::vector<RecordedUnit>& units,
                      const std::vector<RecordedLink>& links);

/// Returns what is to be tuned of one shard: the merged programs of `links`, which `mergers` are,
/// and the units that no object of these replaces. Units whose objects were taken back are left
/// out, and so are those whose objects are bitcode, and what is not `chosen`: a merged program is
/// if its file or a unit of it is. All arguments but `mergers` must be the same for all shards.
std::vector<TuningTarget> TuningTargets(const std::vector<RecordedUnit>& units,
                                        const std::vector<RecordedLink>& links,
                                        const std::vector<Merger>& mergers,
                                        const UnitFolder& folder, const Shard& shard,
                                        const Chosen& chosen);

}  // namespace autotune
