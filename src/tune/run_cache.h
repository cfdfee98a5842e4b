#pragma once

#include <filesystem>
#include <memory>

#include "db/caching_evaluator.h"
#include "eval/worker_pool.h"
#include "tune/job.h"
#include "tune/observer.h"

namespace autotune {

/// The evaluation cache as one search uses it. A file that can't be used, from the beginning or
/// from some point on, costs one warning.
class RunCache {
 public:
  /// `pool` has loaded the program. It and `observer` must outlive this object.
  RunCache(const TuneJob& job, WorkerPool& pool, const ProgramId& program, TuneObserver& observer);
  ~RunCache() { Close(); }
  RunCache(const RunCache&) = delete;
  RunCache& operator=(const RunCache&) = delete;

  /// What the search is to use: the pool itself where there is no cache.
  Evaluator& evaluator() { return caching_ ? static_cast<Evaluator&>(*caching_) : pool_; }
  /// Evaluations that were known.
  std::uint64_t hits() const { return caching_ ? caching_->hits() : 0; }

  /// Writes the rest. The evaluator still works, but what it learns is forgotten.
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
