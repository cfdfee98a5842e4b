#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/budget.h"
#include "core/evaluator.h"
#include "core/mutex.h"
#include "core/searcher.h"

namespace autotune {

/// Search that can be told at any moment to do without a pass. The search then begins again,
/// because all its knowledge may depend on that pass.
class ExcludingSearch {
 public:
  /// Makes the searcher of one attempt, which must use the given evaluator.
  using Make = std::function<std::unique_ptr<Searcher>(Evaluator&)>;

  /// `evaluator` must outlive this object; `actions` is its number of actions.
  ExcludingSearch(Objective objective, Evaluator& evaluator, std::size_t actions)
      : objective_(objective), filter_(evaluator, actions) {}

  /// Runs like `Searcher::Run`; call it once. An exclusion takes back the results with an excluded
  /// pass. The best remaining result is then reported again as if found anew. The next attempt
  /// begins with that list, and with the last list taken back less its excluded passes.
  Result<Best> Run(const Make& make, const Evaluation& root, Budget& budget, const OnBest& on_best);

  /// Makes the pass fail from now on wherever it is tried. Thread-safe.
  void Exclude(PassId pass);

 private:
  /// Evaluator of the searcher, in which excluded passes fail.
  class Filter : public Evaluator {
   public:
    Filter(Evaluator& inner, std::size_t actions) : inner_(inner), excluded_(actions) {}

    Trace Apply(const ProgramState& from, std::span<const PassId> passes,
                const EvaluationOptions& options, const Budget& budget) override;
    void Exclude(PassId pass) { excluded_[pass].store(true, std::memory_order_relaxed); }
    bool excludes(PassId pass) const { return excluded_[pass].load(std::memory_order_relaxed); }

   private:
    Evaluator& inner_;
    std::vector<std::atomic<bool>> excluded_;
  };

  std::vector<PassSequence> TakeBack(const OnBest& on_best);

  const Objective objective_;
  Filter filter_;
  /// Results in order, each better than the one before; the first is the root.
  std::vector<Best> found_;

  Mutex mutex_;
  /// Budget of the attempt under way; null between attempts.
  Budget* attempt_ GUARDED_BY(mutex_) = nullptr;
};

}  // namespace autotune
