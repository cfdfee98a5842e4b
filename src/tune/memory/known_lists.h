#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/action_space.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"
#include "db/database.h"

namespace autotune {

/// Returns the passes' ids; nothing if a pass is not of this space.
std::optional<PassSequence> ToSequence(const std::vector<std::string>& passes,
                                       const ActionSpace& actions);

/// Returns the best lists that earlier runs found for programs of this IR hash and the action space
/// can express, best first. `toolchain` is that of the level cache. Errors as for `Database`.
Result<std::vector<PassSequence>> KnownLists(Database& file, const Hash128& ir, Objective objective,
                                             const Hash128& toolchain, const ActionSpace& actions);

}  // namespace autotune
