#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "core/result.h"

namespace autotune {

/// True if a check passes with these of the units, given by index, in ascending order.
using Trial = std::function<Result<bool>(const std::vector<std::size_t>& units)>;

/// Finds the units without which the check passes, by halving. The check must fail with all `count`
/// units and pass with none. Needs about 2 log2(`count`) trials for each culprit. Every unit that
/// is not returned was part of the last trial that passed. Errors: those of `trial`.
Result<std::vector<std::size_t>> FindCulprits(std::size_t count, const Trial& trial);

}  // namespace autotune
