#pragma once

#include <span>
#include <string>

#include "core/result.h"

namespace autotune {

/// Says whether `opt` may get these flags besides its pipeline. Only flags that this program itself
/// writes are allowed, each with one of the values that it may have: a stored list is data, and
/// `-load=` or a path in it would run or write what its author likes. Errors: `kBadInput`, which
/// names the first flag that is not allowed.
Status CheckOptFlags(std::span<const std::string> flags);

}  // namespace autotune
