#pragma once

#include <filesystem>

#include "core/action_space.h"
#include "core/result.h"

namespace autotune {

/// Checks quickly that a file may hold weights for these actions. It does so without torch, which
/// is slow to load and finds the remaining errors later. Errors: the file is missing, was not
/// written as weights, is truncated, or is for other actions.
Status CheckWeightsFile(const std::filesystem::path& file, const ActionSpace& actions);

}  // namespace autotune
