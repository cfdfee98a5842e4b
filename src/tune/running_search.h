#pragma once

#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "core/budget.h"
#include "core/mutex.h"
#include "core/searcher.h"

namespace autotune {

/// A search on a thread of its own, so that other things can be found out about the program
/// meanwhile. Cancels it at the end of its life. Thread-safe.
class RunningSearch {
 public:
  /// The search itself, which ends when `budget` does.
  using Search = std::function<Result<Best>(const OnBest&)>;
  /// Told of an improvement and of when it was found.
  using Listener = std::function<void(const Best&, Clock::time_point)>;

  RunningSearch(Budget& budget, Search search);
  ~RunningSearch();
  RunningSearch(const RunningSearch&) = delete;
  RunningSearch& operator=(const RunningSearch&) = delete;

  Clock::time_point begin() const { return begin_; }
  /// Up to now, or to the end where it has ended, which may be long before somebody waits for that.
  Clock::duration duration() const;

  /// Tells of all improvements there have been, and from now on of each as it is found; never two
  /// calls at once, none after `Wait`. To be called once.
  void Listen(Listener listener);

  /// Until it has ended. To be called once.
  Result<Best> Wait();

 private:
  void OnBest(const Best& best);

  struct Found {
    Best best;
    Clock::time_point at;
  };

  Budget& budget_;
  const Clock::time_point begin_ = Clock::now();
  mutable Mutex mutex_;
  std::optional<Clock::time_point> end_ GUARDED_BY(mutex_);
  std::vector<Found> found_ GUARDED_BY(mutex_);  ///< that nobody was told of yet
  Listener listener_ GUARDED_BY(mutex_);
  std::optional<Result<Best>> result_;  ///< once the thread has ended
  std::jthread thread_;                 // last: uses the others
};

}  // namespace autotune
