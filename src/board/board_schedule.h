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

/// What the jobs of a leaderboard do next. A run has to wait until its program has been looked at.
/// As long as there are programs to look at, one job does so, in the order in which they are
/// needed: one that is of no use is known early. The others make runs, and look too where there is
/// no run that can be made. Thread-safe.
class BoardSchedule {
 public:
  struct Task {
    enum class Kind { kLook, kRun } kind = Kind::kLook;
    std::size_t index = 0;  ///< of the program, of the run

    bool operator==(const Task&) const = default;
  };

  /// `looks`: the programs to be looked at, in order. `runs`: the program of each run, in order.
  BoardSchedule(const std::vector<std::size_t>& looks, std::vector<std::size_t> runs);

  /// Waits for something to do. Nothing once all of it has been given out or `budget` is cancelled.
  std::optional<Task> Next(const Budget& budget);

  /// A program has been looked at. The runs of one that is not `usable` won't be given out, and are
  /// returned.
  std::vector<std::size_t> OnLooked(std::size_t program, bool usable);

 private:
  std::optional<std::size_t> TakeRun() REQUIRES(mutex_);
  std::optional<Task> Take() REQUIRES(mutex_);

  const std::vector<std::size_t> program_of_;
  Mutex mutex_;
  std::condition_variable_any looked_;
  std::deque<std::size_t> looks_ GUARDED_BY(mutex_);
  std::deque<std::size_t> runs_ GUARDED_BY(mutex_);
  std::set<std::size_t> unknown_ GUARDED_BY(mutex_);  ///< programs
  std::size_t looking_ GUARDED_BY(mutex_) = 0;
};

}  // namespace autotune
