#pragma once

#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "core/budget.h"
#include "core/mutex.h"
#include "core/searcher.h"

namespace autotune {

/// A search on a thread of its own, so that other facts about the program can be found meanwhile.
/// The destructor cancels it. Thread-safe.
class RunningSearch {
 public:
  /// The search itself, which ends when `budget` does.
  using Search = std::function<Result<Best>(const OnBest&)>;
  /// Called with an improvement and the time at which it was found.
  using Listener = std::function<void(const Best&, Clock::time_point)>;

  RunningSearch(Budget& budget, Search search);
  ~RunningSearch();
  RunningSearch(const RunningSearch&) = delete;
  RunningSearch& operator=(const RunningSearch&) = delete;

  Clock::time_point begin() const { return begin_; }
  /// Returns the time that the search took, up to now or to its end, which may be long before
  /// `Wait`.
  Clock::duration duration() const;

  /// Reports all improvements so far, and from now on each as it is found, on the search's thread.
  /// Never two calls at once, none after `Wait`. They must not use this object. Call it once.
  void Listen(Listener listener);

  /// Waits for the end of the search. Call it once.
  Result<Best> Wait();

  /// Cancels the budget and waits until the search has noticed. Its result is lost, unless `Wait`
  /// has returned it.
  void Stop();

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
  std::vector<Found> found_ GUARDED_BY(mutex_);  ///< improvements that nobody was told of yet
  Listener listener_ GUARDED_BY(mutex_);
  std::optional<Result<Best>> result_;  ///< set once the thread has ended
  std::jthread thread_;                 // last: uses the others
};

}  // namespace autotune
