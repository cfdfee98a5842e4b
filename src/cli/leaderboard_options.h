#pragma once

#include <string>
#include <vector>

#include "board/board_job.h"
#include "core/result.h"

namespace autotune {

/// Reads the arguments after `leaderboard`. Errors: `kInvalidArgument`, one line.
Result<LeaderboardOptions> ParseLeaderboardOptions(const std::vector<std::string>& arguments);

std::string LeaderboardHelp();

}  // namespace autotune
