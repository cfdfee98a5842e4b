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
  std::uint64_t evaluations = 0;  ///< made by the searcher until it was found
};

/// The order of lists: by objective, then length, then passes; total, so that the best of a set
/// does not depend on who came first.
inline bool IsBetter(const Best& a, const Best& b, Objective objective) {
  const auto key = [objective](const Best& best) {
    return std::tuple<std::uint64_t, std::size_t, const PassSequence&>(
        Value(best.cost, objective), best.passes.size(), best.passes);
  };
  return key(a) < key(b);
}

/// The best of a search at one moment.
struct CurvePoint {
  double seconds = 0;  ///< since the program started
  std::uint64_t evaluations = 0;
  std::uint64_t best = 0;  ///< by the objective
};

/// Called at each improvement, from any thread, but never two calls at once. Must not block for
/// long.
using OnBest = std::function<void(const Best&)>;

/// A search method. Anytime: the root itself is the first best, and whenever the budget ends the
/// best so far is returned. Run once more with the same objects, of which the budget may have been
/// extended, a searcher that can goes on where it ended; others begin again. For a fixed seed and a
/// fixed number of evaluations the answer does not depend on the number of threads. Knows nothing
/// of printing or time beyond its budget.
class Searcher {
 public:
  virtual ~Searcher() = default;

  /// A list that was found good elsewhere: a candidate for the next run. Not while one is on.
  virtual void Suggest(const PassSequence&) {}

  /// True where `Run` ends by itself every now and then, and goes on when called again; only a run
  /// without an evaluation says that there is nothing left to do.
  virtual bool ends_its_turns() const { return false; }

  /// `root` is the unmodified program, already measured.
  virtual Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) = 0;
};

}  // namespace autotune
