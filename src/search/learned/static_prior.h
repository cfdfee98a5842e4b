#pragma once

#include <memory>
#include <string_view>

#include "core/action_space.h"
#include "core/prior.h"

namespace autotune {

/// Makes a prior that knows the last pass only. Its data say how often each pass follows another in
/// lists found on other programs (`src/search/learned/static_prior.txt`). Counts are smoothed by
/// how often a pass occurs at all, and those by the uniform distribution. Passes that `actions`
/// lacks are left out. Predictions have no value (`Prediction::reachable`).
std::unique_ptr<Prior> MakeStaticPrior(const ActionSpace& actions);

/// Makes the same prior from the text of a data file. Its lines have three fields separated by
/// tabs: previous pass ("^": the beginning of a list), pass and count. '#' starts a comment line.
/// An empty text makes the prior uniform.
std::unique_ptr<Prior> MakeStaticPrior(const ActionSpace& actions, std::string_view text);

}  // namespace autotune
