#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "board/config.h"
#include "core/shard.h"

namespace autotune {

/// One run of a leaderboard.
struct LeaderboardCell {
  std::size_t program = 0;  ///< index of the program
  std::string method;
  std::chrono::milliseconds budget{};
  std::uint64_t seed = 0;

  bool operator==(const LeaderboardCell&) const = default;
};

/// Returns the runs of a shard, in order. A shard has all runs of each `count`-th program, so that
/// compared runs are made on one host. All methods run on a program one after the other, with
/// another one in front each time. If a machine slows down, it thus does so for all of them.
std::vector<LeaderboardCell> PlanLeaderboard(const LeaderboardConfig& config, std::size_t programs,
                                             const Shard& shard);

}  // namespace autotune
