#pragma once

#include <vector>

#include "core/action_space.h"
#include "core/program.h"

namespace autotune {

/// The 50 sequences of the coreset of Liang et al. (ICML 2023), a small set that has something good
/// for most programs (`src/search/coreset.txt`), in their published order. Elements that `actions`
/// lacks are left out, and so are sequences of which nothing remains.
std::vector<PassSequence> Coreset(const ActionSpace& actions);

}  // namespace autotune
