#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/action_space.h"
#include "core/code_model.h"
#include "core/objective.h"
#include "core/program.h"
#include "core/result.h"

namespace autotune {

/// Configuration of a leaderboard. Nothing is there twice, and no list is empty.
struct LeaderboardConfig {
  std::string name;  ///< name of the experiment: letters, digits, `.`, `_`, `-`
  std::vector<std::string> methods;
  std::vector<std::string> programs;  ///< programs as `FindPrograms` takes them
  std::vector<std::uint64_t> seeds;
  std::vector<std::chrono::milliseconds> budgets;  ///< time budgets of a run
  std::uint64_t threads = 0;                       ///< threads of a run; 0: not given
  std::string action_space{kDefaultActionSpace};
  Objective objective = kDefaultObjective;
  CodeModel code_model;  ///< of object sizes, as asked for
};

/// Reads TOML text; `file` is for messages. Errors: `kBadInput`, one line with the place.
Result<LeaderboardConfig> ParseLeaderboardConfig(std::string_view text, const std::string& file);

}  // namespace autotune
