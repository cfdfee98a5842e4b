#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/budget.h"
#include "core/evaluator.h"
#include "core/objective.h"
#include "core/prior.h"
#include "core/program.h"
#include "search/best_so_far.h"

namespace autotune {

/// A state that a search has met: reached by its own list, in which every pass changed something.
struct Sighting {
  ProgramState state;
  std::uint64_t value = 0;  ///< of the objective
  FeaturePath features;     ///< where the prior needs them
  // What the prior says of it, once asked.
  std::vector<float> log_prior;  ///< the logarithm of each action's probability
  std::optional<float> reachable;
};

/// What came of a pass.
struct Outcome {
  PassId pass = 0;
  std::shared_ptr<Sighting> sighting;  ///< null where it changed nothing or failed
  /// The pass's CPU time; where it failed the time that went by.
  std::uint64_t nanoseconds = 0;
};

/// Tries passes on states, and keeps the account of it. Thread-safe.
class Scout {
 public:
  /// Without a prior nothing is observed for it, and sightings have no word of it.
  Scout(Objective objective, Evaluator& evaluator, Prior* prior, const Budget& budget,
        BestSoFar& best)
      : objective_(objective), evaluator_(evaluator), prior_(prior), budget_(budget), best_(best) {}

  /// One that has the same account and no prior.
  Scout Unguided() const { return {objective_, evaluator_, nullptr, budget_, best_}; }

  Result<std::shared_ptr<const Sighting>> Root(const Evaluation& root) const;

  /// One evaluation, which the caller has claimed. An error means that it was not made.
  Result<Outcome> Try(const Sighting& from, PassId pass, const Retain& retain = {}) const;

  /// Chooses a pass by the weights that the prior gives them; those of passes that were tried are
  /// 0.
  using Choose = std::function<std::optional<PassId>(std::span<const float> weights)>;

  /// Tries `pass` and, where that leads on, goes on with what `next` chooses for the state reached,
  /// `evaluations` in all, which the caller has claimed. Where `pass` changes nothing that is all.
  /// `outcomes` gets what came of each, on the state that the last one that led on led to.
  Status Walk(std::shared_ptr<const Sighting> from, PassId pass, std::uint64_t evaluations,
              const Choose& next, std::vector<Outcome>& outcomes) const;

  /// Has the prior say something of all of these.
  Status Ask(std::span<const std::shared_ptr<Sighting>> sightings) const;

 private:
  Observe Needs() const { return prior_ ? prior_->needs() : Observe(); }

  const Objective objective_;
  Evaluator& evaluator_;
  Prior* const prior_;  // may be null
  const Budget& budget_;
  BestSoFar& best_;
};

}  // namespace autotune
