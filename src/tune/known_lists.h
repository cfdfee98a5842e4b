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

/// Nothing where a pass is not of this space.
std::optional<PassSequence> ToSequence(const std::vector<std::string>& passes,
                                       const ActionSpace& actions);

/// The best lists that earlier runs found for a program, as far as the action space can express
/// them, best first. `toolchain` is that of the level cache. Errors as `Database`.
Result<std::vector<PassSequence>> KnownLists(Database& file, const ProgramId& program,
                                             Objective objective, const Hash128& toolchain,
                                             const ActionSpace& actions);

}  // namespace autotune
