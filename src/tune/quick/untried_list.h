#pragma once

#include <future>
#include <optional>

#include "core/budget.h"
#include "core/program.h"
#include "core/result.h"
#include "tune/memory/run_record.h"
#include "tune/result.h"
#include "tune/run_parts.h"

namespace autotune {

/// A first result for a program so large that a search and a proof have no time: -Oz and learned
/// passes after it, which stock `opt` runs though no search has tried them. Not thread-safe.
class UntriedList {
 public:
  /// `run` must outlive this object. The list is empty if the run `needs_code` or writes an object
  /// file, is no timed run of the default method, or may use nothing learned.
  UntriedList(const RunParts& run, bool needs_code);
  UntriedList(const UntriedList&) = delete;
  UntriedList& operator=(const UntriedList&) = delete;
  /// Stops `opt`.
  ~UntriedList() { budget_.Cancel(); }

  bool empty() const { return list_.empty(); }
  bool started() const { return proof_.valid(); }

  /// Lets `opt` run the list beside other work, until the run is to stop.
  void Start();
  /// Returns the time that a worker took for -Oz; all the run's if it did not end.
  Clock::duration TimeOfOz() const;
  /// True if `opt` would end in time, judged by the level Oz.
  bool HasTime() const;
  /// Waits for `opt`. Makes the list the result of the run if it is better.
  void Take(RunRecord& record);

 private:
  const RunParts& run_;
  Budget budget_;
  PassSequence list_;
  std::future<Result<Proven>> proof_;
};

}  // namespace autotune
