#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "board/leaderboard_plan.h"

namespace autotune {

/// The making of a leaderboard, as asked for.
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

}  // namespace autotune
