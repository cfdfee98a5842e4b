#pragma once

#include <filesystem>
#include <memory>

#include "db/caching_evaluator.h"
#include "eval/client/worker_pool.h"
#include "tune/job.h"
#include "tune/observer.h"

namespace autotune {

/// The evaluation cache of one search. A file that can't be used, from the beginning or from some
/// point on, costs only one warning.
class RunCache {
 public:
  /// `pool` has loaded the program. `pool` and `observer` must outlive this object.
  RunCache(const TuneJob& job, WorkerPool& pool, const ProgramId& program, TuneObserver& observer);
  ~RunCache() { Close(); }
  RunCache(const RunCache&) = delete;
  RunCache& operator=(const RunCache&) = delete;

  /// Returns the evaluator for the search; without a cache it is the pool itself.
  Evaluator& evaluator() { return caching_ ? static_cast<Evaluator&>(*caching_) : pool_; }
  /// Returns the number of evaluations that were known.
  std::uint64_t hits() const { return caching_ ? caching_->hits() : 0; }

  /// Writes the rest. The evaluator still works, but new evaluations are not stored.
  void Close();

 private:
  void Warn(const Error& error);

  WorkerPool& pool_;
  TuneObserver& observer_;
  std::unique_ptr<EvaluationStore> store_;
  std::unique_ptr<CachingEvaluator> caching_;
  bool closed_ = false;
};

}  // namespace autotune
