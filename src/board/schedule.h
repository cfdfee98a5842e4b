#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <optional>
#include <set>
#include <vector>

#include "core/budget.h"
#include "core/mutex.h"

namespace autotune {

/// Schedule of the jobs of a leaderboard. A run has to wait until its program has been looked at.
/// One job looks at programs in the order in which they are needed, so that useless programs are
/// known early. The other jobs make runs. They also look at programs if no run can be made.
/// Thread-safe.
class BoardSchedule {
 public:
  struct Task {
    enum class Kind { kLook, kRun } kind = Kind::kLook;
    std::size_t index = 0;  ///< index of the program to look at, or of the run to make

    bool operator==(const Task&) const = default;
  };

  /// `looks` are the programs to look at, in order; `runs` is the program of each run, in order.
  BoardSchedule(const std::vector<std::size_t>& looks, std::vector<std::size_t> runs);

  /// Waits for a task and returns it. Returns nothing once all tasks have been given out or
  /// `budget` is cancelled.
  std::optional<Task> Next(const Budget& budget);

  /// Records that a program has been looked at. If it is not `usable`, its runs won't be given out,
  /// and are returned.
  std::vector<std::size_t> OnLooked(std::size_t program, bool usable);

 private:
  std::optional<std::size_t> TakeRun() REQUIRES(mutex_);
  std::optional<Task> Take() REQUIRES(mutex_);

  const std::vector<std::size_t> program_of_;
  Mutex mutex_;
  std::condition_variable_any looked_;
  std::deque<std::size_t> looks_ GUARDED_BY(mutex_);
  std::deque<std::size_t> runs_ GUARDED_BY(mutex_);
  std::set<std::size_t> unknown_ GUARDED_BY(mutex_);  ///< programs not looked at yet
  std::size_t looking_ GUARDED_BY(mutex_) = 0;        ///< looks under way
};

}  // namespace autotune
