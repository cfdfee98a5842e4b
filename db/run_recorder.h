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

/// Updates the row of one running search from a thread of its own, so that the search never waits
/// for a disk. New results and a sign of life are written at most once an `interval`. `kill -9`
/// loses no more than the last interval. Results that can't be written are kept until they can.
class RunRecorder {
 public:
  struct Options {
    std::chrono::milliseconds interval{1'000};
    /// Returns the evaluations so far; called from the recorder's thread.
    std::function<std::uint64_t()> evaluations;
  };

  /// Nobody else may use the database of `results` between construction and `Stop`.
  RunRecorder(ResultsDb& results, RunId run, Options options);
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  /// Queues a list to be written. Thread-safe; never blocks for long.
  void Add(Improvement improvement);

  /// Writes the rest and ends the thread. Returns an error if writing failed.
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

  Status status_;        // status of the thread; read it only after joining
  std::jthread thread_;  // last member: stopped and joined before the others go
};

}  // namespace autotune
