#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "core/budget.h"
#include "term/live_line.h"
#include "term/terminal.h"

namespace autotune {

/// Tells on standard error how a leaderboard gets on: a line for each run, below it what is left
/// and the standing so far, redrawn on a terminal. Not thread-safe.
class LeaderboardStatus {
 public:
  struct Work {
    std::size_t runs = 0;                     ///< those of earlier sessions too
    std::size_t done = 0;                     ///< before this session
    std::chrono::milliseconds budget_left{};  ///< of all runs that are to be made
    std::size_t looks = 0;                    ///< at programs, to be made
    std::size_t jobs = 1;
    std::size_t methods = 1;
  };

  LeaderboardStatus(const Work& work, const Terminal& terminal);

  /// After a program has been looked at.
  void OnLook(const std::string& program);

  /// That so many runs, which have these budgets together, won't be made.
  void OnDropped(std::size_t runs, std::chrono::milliseconds budgets);

  /// After a run with this budget; `took` is what it cost the board. The texts have no line end.
  void OnRun(std::chrono::milliseconds budget, Clock::duration took, const std::string& line,
             const std::string& standing);

  /// Removes the live line.
  void Clear() { line_.Clear(); }

 private:
  std::chrono::milliseconds TimeLeft() const;
  std::string Summary() const;

  Work work_;
  LiveLine line_;
  std::size_t looked_ = 0;
  std::chrono::milliseconds budget_done_{};
  Clock::duration taken_{};  ///< by the runs of `budget_done_`
  std::string standing_;
};

}  // namespace autotune
