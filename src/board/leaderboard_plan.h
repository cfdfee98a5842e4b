#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "board/leaderboard_config.h"

namespace autotune {

/// One run of a leaderboard.
struct LeaderboardCell {
  std::size_t program = 0;  ///< index
  std::string method;
  std::chrono::milliseconds budget{};
  std::uint64_t seed = 0;

  bool operator==(const LeaderboardCell&) const = default;
};

/// The `index`-th part of `count`, from 0, of the programs.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;
};

/// The runs of a shard in their order: all of each `count`-th program, so that what is compared is
/// made on one host. All methods run on a program one after the other, with another one in front
/// each time: when a machine slows down, it does so for all of them.
std::vector<LeaderboardCell> PlanLeaderboard(const LeaderboardConfig& config, std::size_t programs,
                                             const Shard& shard);

}  // namespace autotune
