#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "core/budget.h"
#include "term/live_line.h"
#include "term/terminal.h"

namespace autotune {

/// Reports the progress of a leaderboard on standard error. Each run has a line. A live line below,
/// redrawn on a terminal, shows the remaining time and the standing. Not thread-safe.
class LeaderboardStatus {
 public:
  struct Work {
    std::size_t runs = 0;  ///< number of runs, those of earlier sessions included
    std::size_t done = 0;  ///< runs done before this session
    std::chrono::milliseconds budget_left{};  ///< time budgets of all runs still to be made
    std::size_t looks = 0;                    ///< number of programs to look at
    std::size_t jobs = 1;
    std::size_t methods = 1;
  };

  LeaderboardStatus(const Work& work, const Terminal& terminal);

  /// Reports that a program has been looked at.
  void OnLook(const std::string& program);

  /// Reports that `runs` runs won't be made, which have `budgets` together.
  void OnDropped(std::size_t runs, std::chrono::milliseconds budgets);

  /// Reports a finished run of this budget; `took` is the time that it cost the board. The texts
  /// have no line end.
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
  Clock::duration taken_{};  ///< time taken by the runs of `budget_done_`
  std::string standing_;
};

}  // namespace autotune
