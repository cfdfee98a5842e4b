#pragma once

#include <memory>
#include <string_view>

#include "core/action_space.h"
#include "core/prior.h"

namespace autotune {

/// A prior that knows the last pass only: how often each pass follows it in lists that were found
/// on other programs (`src/search/static_prior.txt`), backed off to how often it occurs at all and
/// from there to the uniform distribution. Passes that `actions` lacks are left out. Has no value.
std::unique_ptr<Prior> MakeStaticPrior(const ActionSpace& actions);

/// As above, from the text of a data file: lines of previous pass ("^": the beginning of a list),
/// pass and count, separated by tabs; '#' starts a comment line. Without any line it is uniform.
std::unique_ptr<Prior> MakeStaticPrior(const ActionSpace& actions, std::string_view text);

}  // namespace autotune
