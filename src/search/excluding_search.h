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

/// A search that can be told at any moment to do without a pass. It begins again then: all it knows
/// may have come of that.
class ExcludingSearch {
 public:
  /// Makes the searcher of one attempt, which evaluates on what it is given.
  using Make = std::function<std::unique_ptr<Searcher>(Evaluator&)>;

  /// `evaluator` must live longer; it has so many actions.
  ExcludingSearch(Objective objective, Evaluator& evaluator, std::size_t actions)
      : objective_(objective), filter_(evaluator, actions) {}

  /// As `Searcher::Run`, to be called once. After an exclusion the best list so far that has none
  /// of the excluded passes is told as one that is found anew: those after it are taken back. The
  /// next attempt begins with it, and with the last of those less the excluded passes.
  Result<Best> Run(const Make& make, const Evaluation& root, Budget& budget, const OnBest& on_best);

  /// From now on the pass fails wherever it is tried. Thread-safe.
  void Exclude(PassId pass);

 private:
  /// What the searcher evaluates on.
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
  std::vector<Best> found_;  ///< each better than the one before it; the first is the root

  Mutex mutex_;
  Budget* attempt_ GUARDED_BY(mutex_) = nullptr;  ///< the one that is under way
};

}  // namespace autotune
