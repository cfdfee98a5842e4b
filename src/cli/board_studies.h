#pragma once

#include <vector>

#include "cli/leaderboard_config.h"
#include "core/result.h"
#include "db/database.h"
#include "report/study.h"

namespace autotune {

/// The runs by setting. Those of other methods than the file has would hold up the comparison.
/// Errors as `Database`.
Result<std::vector<Study>> ReadBoardStudies(Database& database, const LeaderboardConfig& config);

}  // namespace autotune
