#pragma once

#include <condition_variable>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "core/budget.h"
#include "core/mutex.h"
#include "core/searcher.h"
#include "tune/observer.h"
#include "tune/result.h"

namespace autotune {

/// What the monitor needs to know of the run.
struct MonitorSettings {
  Objective objective = kDefaultObjective;
  std::optional<std::uint64_t> oz;
  Clock::time_point run_started;
  Clock::time_point search_started;
  Clock::time_point run_end;  ///< when the proof should be done
  /// Made up to now. What is claimed of the budget is more, and may be given back. Called from the
  /// monitor's thread, as what follows.
  std::function<std::uint64_t()> evaluations;
  /// The time it will take to prove this list.
  std::function<std::chrono::nanoseconds(const Best&)> proof_time;
  std::function<std::uint64_t()> failures;
};

/// Accompanies a search: keeps its improvements, shows progress, and cancels the budget early
/// enough for the best list to be proved within the run's time. Watches from construction to
/// `Stop`.
class SearchMonitor {
 public:
  SearchMonitor(MonitorSettings settings, Budget& budget, TuneObserver& observer);
  ~SearchMonitor() { Stop(); }
  SearchMonitor(const SearchMonitor&) = delete;
  SearchMonitor& operator=(const SearchMonitor&) = delete;

  /// To be called for each improvement, when it is found or later, never two calls at once. One
  /// that is worse takes back those before it that are better.
  void OnBest(const Best& best, Clock::time_point found_at);

  void Stop();

  /// The last improvements and some of those before them, worst first; the root, where it is among
  /// them, has no passes.
  std::vector<Best> improvements() const;
  /// All improvements, the root first.
  std::vector<CurvePoint> curve() const;

 private:
  void Watch(const std::stop_token& stop);
  Progress Describe(Clock::time_point now, const Best& best, Clock::time_point found_at) const;

  const MonitorSettings settings_;
  Budget& budget_;
  TuneObserver& observer_;

  mutable Mutex mutex_;
  std::vector<Best> improvements_ GUARDED_BY(mutex_);
  std::vector<CurvePoint> curve_ GUARDED_BY(mutex_);
  Clock::time_point last_found_at_ GUARDED_BY(mutex_) = settings_.search_started;

  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace autotune
