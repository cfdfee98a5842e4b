#pragma once

#include <vector>

#include "core/training_set.h"

namespace autotune {

/// Makes one program of those with the same id, in the place of the first and with its name and
/// family. Its episodes are those of all, best first, each list once; a state that several of them
/// pass through knows the best that any search met from there.
void MergeEqualPrograms(std::vector<TrainingProgram>& programs);

}  // namespace autotune
