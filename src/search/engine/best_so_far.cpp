#include "search/engine/best_so_far.h"

#include <utility>

namespace autotune {

BestSoFar::BestSoFar(const Evaluation& root, Objective objective, const OnBest& on_best)
    : objective_(objective), on_best_(on_best), best_{root.next.applied, root.cost, 0} {
  on_best_(best_);
}

void BestSoFar::Offer(const Evaluation& candidate) {
  {
    const MutexLock lock(mutex_);
    Best best{candidate.next.applied, candidate.cost, evaluations_.load(std::memory_order_relaxed)};
    if (!IsBetter(best, best_, objective_)) return;
    best_ = std::move(best);
    pending_.push_back(best_);
    if (reporting_) return;
    reporting_ = true;
  }
  for (auto reports = TakePending(); !reports.empty(); reports = TakePending()) {
    for (const Best& report : reports) on_best_(report);
  }
}

Best BestSoFar::best() const {
  const MutexLock lock(mutex_);
  return best_;
}

Result<Best> BestSoFar::Conclude(const Status& status) const {
  Best best = this->best();
  if (!status.ok() && best.passes.empty()) return status.error();
  return best;
}

std::vector<Best> BestSoFar::TakePending() {
  const MutexLock lock(mutex_);
  reporting_ = !pending_.empty();
  return std::exchange(pending_, {});
}

}  // namespace autotune
