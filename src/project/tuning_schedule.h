#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/budget.h"
#include "core/mutex.h"

namespace autotune {

/// A unit as far as its turns depend on it.
struct UnitToTune {
  std::uint64_t bytes = 0;             ///< text + data of the plain object
  std::chrono::milliseconds spent{0};  ///< of threads, by earlier builds
};

/// Shares threads, and their time until a deadline, over units by `DivideTime`. Those with the
/// greatest claims come first. If there is no time to search all units, each is looked at first.
/// A unit gets one thread, or all if its share is much longer than the time that is left: small
/// units have little for a second one to do. Thread-safe.
class TuningSchedule {
 public:
  /// A unit's turn.
  struct Turn {
    std::size_t unit = 0;  ///< its index
    std::size_t threads = 1;
    std::chrono::milliseconds time{0};  ///< wall time
    bool searches = true;               ///< false: a look at what a unit gains without a search
  };

  /// `threads` is at least 1.
  TuningSchedule(const std::vector<UnitToTune>& units, std::size_t threads, Clock::time_point end);

  /// Waits for a free thread. None: no unit gets a turn any more. Each is searched once at most.
  std::optional<Turn> Next();
  /// Gives back the threads of a turn that `Next` returned, and what is left of its time. If it
  /// `is_last`, the unit gets no other turn.
  void End(const Turn& turn, bool is_last = false);

  /// Returns the indices of units that had too little time for a search, here and before.
  std::vector<std::size_t> unsearched() const;

 private:
  struct State {
    UnitToTune unit;
    bool had_time = false;  ///< for about a search, before
    bool searched = false;
    std::optional<Turn> turn;   ///< the one that it has now
    Clock::time_point started;  ///< of `turn`
  };

  std::optional<Turn> Take(Clock::time_point now) REQUIRES(mutex_);

  const std::size_t threads_;
  const Clock::time_point end_;
  mutable Mutex mutex_;
  std::condition_variable_any ended_;
  std::vector<State> units_ GUARDED_BY(mutex_);
};

}  // namespace autotune
