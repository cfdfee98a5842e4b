#pragma once

#include <string>

#include "cli/collect_options.h"
#include "cli/training_sources.h"
#include "core/action_space.h"
#include "core/budget.h"
#include "core/result.h"
#include "core/training_set.h"

namespace autotune {

/// Searches on one program, whose file holds `bytes`, and describes what was found. Runs as oneTBB
/// tasks. Errors: one line for what is wrong with the program; `kCancelled` once `budget` is.
Result<TrainingProgram> CollectProgram(const CollectOptions& options, const ActionSpace& actions,
                                       const TrainingSource& source, std::string bytes,
                                       Budget& budget);

}  // namespace autotune
