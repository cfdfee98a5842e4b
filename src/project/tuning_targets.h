#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "core/shard.h"
#include "project/merge_program.h"
#include "project/unit_tuner.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// Returns what is to be tuned of one shard: the merged programs of `links`, which `mergers` are,
/// and the units that no object of these replaces. Units whose objects were taken back are left
/// out, and so are those whose objects are bitcode. All arguments but `mergers` must be the same
/// for all shards.
std::vector<TuningTarget> TuningTargets(const std::vector<RecordedUnit>& units,
                                        const std::vector<RecordedLink>& links,
                                        const std::vector<Merger>& mergers,
                                        const UnitFolder& folder, const Shard& shard);

/// Leaves the units whose source one of the patterns means, and merged programs of such a unit or
/// whose linked file one means. A pattern with `*`, `?` or `[` has to match the file's name, or the
/// path from the working folder to the file or to a folder above it, where `*` stands for no slash.
/// No pattern leaves all. `units` are all of the build. Errors: `kNotFound` if a pattern means
/// none.
Status KeepOnly(const std::vector<std::string>& patterns, const std::vector<RecordedUnit>& units,
                const std::vector<RecordedLink>& links, std::vector<TuningTarget>& targets);

}  // namespace autotune
