#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "cli/terminal.h"
#include "core/budget.h"

namespace autotune {

/// Tells on standard error how a leaderboard gets on: a line for each run, below it what is left
/// and the standing so far, redrawn on a terminal. Not thread-safe.
class LeaderboardStatus {
 public:
  struct Work {
    std::size_t runs = 0;
    std::size_t done = 0;                     ///< before this session
    std::chrono::milliseconds budget_left{};  ///< of all runs that are to be made
    std::size_t jobs = 1;
    std::size_t methods = 1;
  };

  LeaderboardStatus(const Work& work, const Terminal& terminal);

  /// After a run of `budget`; the texts have no line end.
  void OnRun(std::chrono::milliseconds budget, const std::string& line,
             const std::string& standing);

  /// Removes the live line.
  void Clear();

 private:
  std::chrono::milliseconds TimeLeft() const;

  Work work_;
  const Terminal terminal_;
  const Clock::time_point started_ = Clock::now();
  std::chrono::milliseconds budget_done_{};
  bool drawn_ = false;
};

/// `3 h 12 min`, `4 min`, `20 s`.
std::string FormatTimeLeft(std::chrono::milliseconds left);

}  // namespace autotune
