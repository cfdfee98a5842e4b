#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/leaderboard_plan.h"
#include "core/result.h"

namespace autotune {

/// What `autotune leaderboard` was asked for.
struct LeaderboardOptions {
  std::filesystem::path config;
  std::string root;      ///< where its programs are; empty: beside the file
  std::string database;  ///< empty: the default one
  std::uint64_t jobs = 1;
  std::uint64_t threads = 0;  ///< 0: as the file says
  Shard shard;
  std::string format = "md";  ///< or csv, json
  bool no_run = false;
  bool help = false;
};

/// Reads the arguments after `leaderboard`. Errors: `kInvalidArgument`, one line.
Result<LeaderboardOptions> ParseLeaderboardOptions(const std::vector<std::string>& arguments);

std::string LeaderboardHelp();

}  // namespace autotune
