#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/budget.h"
#include "core/mutex.h"
#include "core/objective.h"
#include "core/searcher.h"
#include "tune/observer.h"

namespace autotune {

/// Everything that the progress of a search is judged by.
struct ProgressSettings {
  Objective objective = kDefaultObjective;
  std::optional<std::uint64_t> oz;  ///< by the objective, if -Oz could be measured
  Clock::time_point run_started;
  Clock::time_point search_started;
  Clock::time_point run_end;  ///< time at which the proof should be done
  /// Returns the evaluations made up to now. The budget's count is higher: claims may be given
  /// back. This and the next two are called on the thread of `Tick`.
  std::function<std::uint64_t()> evaluations;
  /// Returns the time that a proof of this list will take.
  std::function<Clock::duration(const Best&)> proof_time;
  std::function<std::uint64_t()> failures;
};

/// Keeps the improvements of a search and tells the observer its progress. Cancels its budget early
/// enough for the best list to be proved within the run's time. Thread-safe.
class SearchProgress {
 public:
  /// `budget` is the search's. `budget` and `observer` must outlive this object.
  SearchProgress(ProgressSettings settings, Budget& budget, TuneObserver& observer);

  /// Takes an improvement that was found at `found_at`. Calls never overlap. A list that is worse
  /// than earlier improvements withdraws them.
  void OnBest(const Best& best, Clock::time_point found_at);

  /// Looks at the search. Returns the time of the next look: in 200 ms, or when the search has to
  /// end.
  Clock::time_point Tick();

  /// Returns the last improvements and some of those before them, worst first. The root, if it is
  /// among them, has no passes.
  std::vector<Best> improvements() const;
  /// Returns all improvements, the root first.
  std::vector<CurvePoint> curve() const;

 private:
  Progress Describe(Clock::time_point now, const Best& best, Clock::time_point found_at) const;

  const ProgressSettings settings_;
  Budget& budget_;
  TuneObserver& observer_;

  mutable Mutex mutex_;
  std::vector<Best> improvements_ GUARDED_BY(mutex_);
  std::vector<CurvePoint> curve_ GUARDED_BY(mutex_);
  Clock::time_point last_found_at_ GUARDED_BY(mutex_) = settings_.search_started;
};

}  // namespace autotune
