#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "core/mutex.h"
#include "core/result.h"
#include "db/results_db.h"

namespace autotune {

/// Keeps the row of one running search up to date from a thread of its own, so that the search
/// never waits for a disk: what is found is written at most once an `interval`, and the sign of
/// life goes with it. `kill -9` loses no more than the last interval. What can't be written is kept
/// until it can.
class RunRecorder {
 public:
  struct Options {
    std::chrono::milliseconds interval{1'000};
    std::function<std::uint64_t()> evaluations;  ///< made so far; called from the recorder's thread
  };

  /// Between construction and `Stop` nobody else may use the database of `results`.
  RunRecorder(ResultsDb& results, RunId run, Options options);
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  /// Takes a list to be written. Thread-safe, never blocks for long.
  void Add(Improvement improvement);

  /// Writes the rest and ends the thread. An error where that failed.
  Status Stop();

 private:
  void Work(const std::stop_token& stop);
  void Flush();

  ResultsDb& results_;
  const RunId run_;
  const Options options_;

  Mutex mutex_;
  std::vector<Improvement> pending_ GUARDED_BY(mutex_);
  std::condition_variable_any wake_;

  Status status_;        // of the thread, until it is joined
  std::jthread thread_;  // last: stopped and joined before the others go
};

}  // namespace autotune
