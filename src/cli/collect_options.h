#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "learn/collect_job.h"

namespace autotune {

/// Reads the arguments after `collect`. Errors: `kInvalidArgument`, one line.
Result<CollectOptions> ParseCollectOptions(const std::vector<std::string>& arguments);

std::string CollectHelp();

}  // namespace autotune
