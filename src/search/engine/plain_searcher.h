#pragma once

#include <functional>
#include <utility>

#include "core/searcher.h"
#include "search/engine/best_so_far.h"

namespace autotune {

/// Searcher whose runs know nothing of each other.
class PlainSearcher final : public Searcher {
 public:
  /// Does the work of one run. Returns an error of the evaluator or the prior.
  using Work = std::function<Status(const Evaluation& root, Budget& budget, BestSoFar& best)>;

  PlainSearcher(Objective objective, Work work) : objective_(objective), work_(std::move(work)) {}

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    BestSoFar best(root, objective_, on_best);
    return best.Conclude(work_(root, budget, best));
  }

 private:
  const Objective objective_;
  const Work work_;
};

}  // namespace autotune
