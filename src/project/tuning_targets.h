#pragma once

#include <vector>

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

}  // namespace autotune
