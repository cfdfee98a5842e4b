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

  /// To be called for each evaluation made, failed or not, before it is offered.
  void CountEvaluation() { evaluations_.fetch_add(1, std::memory_order_relaxed); }

  /// Takes `candidate` if it is better, and has it reported: by this call, or by the one that is
  /// reporting at the moment.
  void Offer(const Evaluation& candidate);

  Best best() const;

  /// What `Searcher::Run` answers once all offers have returned: a list that beats the root is
  /// never given up for an error that came later.
  Result<Best> Conclude(const Status& status) const;

 private:
  /// What the reporting call has to report next; nothing ends its turn.
  std::vector<Best> TakePending();

  const Objective objective_;
  const OnBest& on_best_;
  std::atomic<std::uint64_t> evaluations_{0};

  mutable Mutex mutex_;
  Best best_ GUARDED_BY(mutex_);
  std::vector<Best> pending_ GUARDED_BY(mutex_);  ///< taken, not yet reported
  bool reporting_ GUARDED_BY(mutex_) = false;
};

}  // namespace autotune
