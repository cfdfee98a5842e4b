#pragma once

#include <filesystem>

#include "core/action_space.h"
#include "core/evaluator.h"
#include "core/result.h"
#include "search/registry.h"

namespace autotune {

/// Checks quickly that a file may hold weights for these actions. It does so without torch, which
/// is slow to load and finds the remaining errors later. Returns the observations that a prior with
/// these weights needs. Errors: the file is missing, was not written as weights, is truncated, is
/// for other actions, or answers other questions than `method` asks. Null: no method asks.
Result<Observe> CheckWeightsFile(const std::filesystem::path& file, const ActionSpace& actions,
                                 const Method* method);

}  // namespace autotune
