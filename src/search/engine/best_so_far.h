#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "core/mutex.h"
#include "core/program.h"
#include "core/result.h"
#include "core/searcher.h"

namespace autotune {

/// The best list of one run, by `IsBetter`. Thread-safe.
class BestSoFar {
 public:
  /// Reports the root as the first best. `on_best` must outlive this object; its calls never
  /// overlap and come in the order of improvement, with no lock held.
  BestSoFar(const Evaluation& root, Objective objective, const OnBest& on_best);

  /// Counts one evaluation. Call it for each evaluation made, failed or not, before offering it.
  void CountEvaluation() { evaluations_.fetch_add(1, std::memory_order_relaxed); }

  /// Takes `candidate` if it is better than the best so far. This call reports it, unless another
  /// call is reporting at the moment; then that call does.
  void Offer(const Evaluation& candidate);

  /// Returns the best list so far.
  Best best() const;

  /// Returns the result of `Searcher::Run`; call it once all offers have returned. An error counts
  /// only if no list beats the root.
  Result<Best> Conclude(const Status& status) const;

 private:
  /// Returns the lists to report next; if there are none, ends the turn of the reporting call.
  std::vector<Best> TakePending();

  const Objective objective_;
  const OnBest& on_best_;
  std::atomic<std::uint64_t> evaluations_{0};

  mutable Mutex mutex_;
  Best best_ GUARDED_BY(mutex_);
  std::vector<Best> pending_ GUARDED_BY(mutex_);  ///< lists taken but not yet reported
  bool reporting_ GUARDED_BY(mutex_) = false;
};

}  // namespace autotune
