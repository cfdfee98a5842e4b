#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>

#include "core/budget.h"
#include "core/evaluator.h"
#include "core/objective.h"

namespace autotune {

/// The best list found so far.
struct Best {
  PassSequence passes;  ///< from the root; empty when nothing beat the root
  Cost cost;
  std::uint64_t evaluations = 0;  ///< evaluations that the searcher made until it found the list
};

/// True if `a` comes before `b`: by objective, then length, then passes. The order is total, so the
/// best of a set does not depend on who came first.
inline bool IsBetter(const Best& a, const Best& b, Objective objective) {
  const auto key = [objective](const Best& best) {
    return std::tuple<std::uint64_t, std::size_t, const PassSequence&>(
        Value(best.cost, objective), best.passes.size(), best.passes);
  };
  return key(a) < key(b);
}

/// The best result of a search at one moment.
struct CurvePoint {
  double seconds = 0;  ///< seconds since the program started
  std::uint64_t evaluations = 0;
  std::uint64_t best = 0;  ///< best value, by the objective
};

/// Called at each improvement, from any thread, but never two calls at once. Must not block for
/// long.
using OnBest = std::function<void(const Best&)>;

/// A search method. Anytime: the root itself is the first best, and the best so far is returned
/// whenever the budget ends. For a fixed seed and a fixed number of evaluations the answer does not
/// depend on the number of threads.
///
/// `Run` may be called again with the same objects; the budget may have been extended. A searcher
/// that can then goes on where it ended; others begin again. A searcher knows nothing of printing,
/// nor of time beyond its budget.
class Searcher {
 public:
  virtual ~Searcher() = default;

  /// Offers a list that was found good elsewhere, as a candidate for the next run. Not during a
  /// run.
  virtual void Suggest(const PassSequence&) {}

  /// True if `Run` ends by itself every now and then, and goes on when called again. Only a run
  /// without an evaluation then says that nothing is left to do.
  virtual bool ends_its_turns() const { return false; }

  /// Searches from `root`: the unmodified program, already measured.
  virtual Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) = 0;
};

}  // namespace autotune
