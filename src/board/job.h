#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/shard.h"

namespace autotune {

/// Options of making a leaderboard.
struct LeaderboardOptions {
  std::filesystem::path config;
  std::string root;      ///< folder of its programs; empty: that of the file
  std::string database;  ///< path of the database; empty: the default one
  std::uint64_t jobs = 1;
  std::uint64_t threads = 0;  ///< threads of a run; 0: as the file says
  Shard shard;
  std::uint64_t slurm = 0;    ///< number of tasks that Slurm runs; 0: the runs are made here
  std::string format = "md";  ///< md, csv or json
  bool no_run = false;
};

}  // namespace autotune
