#pragma once

#include <filesystem>

#include "core/action_space.h"
#include "core/result.h"

namespace autotune {

/// Whether a file may hold weights for these actions, said in a moment and without torch, which is
/// slow to load and finds what else may be wrong. Errors: it is not there, is nothing that was
/// written as weights, has lost its end, or is for other actions.
Status CheckWeightsFile(const std::filesystem::path& file, const ActionSpace& actions);

}  // namespace autotune
