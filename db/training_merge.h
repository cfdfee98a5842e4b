#pragma once

#include <vector>

#include "core/training_set.h"

namespace autotune {

/// Merges programs with the same IR into one, in the place of the first and with its name and
/// family. Its episodes are those of all, best first, each list once. A state on several of them
/// knows the best cost that any search met from there.
void MergeEqualPrograms(std::vector<TrainingProgram>& programs);

}  // namespace autotune
