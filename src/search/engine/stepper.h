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
#include "search/engine/best_so_far.h"

namespace autotune {

/// A state that a search has met, reached by a list in which every pass changed something.
struct Sighting {
  ProgramState state;
  std::uint64_t value = 0;  ///< objective of the state
  bool measured = false;    ///< true if the state's object size was looked at
  FeaturePath features;     ///< features on the way to it; empty unless the prior needs them
  std::shared_ptr<const ProgramGraph> graph = {};  ///< null unless the prior needs it
  // Answers of the prior, once asked.
  /// Logarithm of the probability, by pass; empty until the prior is asked.
  std::vector<float> log_prior;
  std::optional<float> reachable;  ///< `Prediction::reachable`
};

/// Outcome of trying a pass.
struct Outcome {
  PassId pass = 0;
  /// State reached; null if the pass changed nothing or failed.
  std::shared_ptr<Sighting> sighting;
  /// CPU time of the pass; if it failed, the wall time that went by.
  std::uint64_t nanoseconds = 0;
  /// If the pass changed nothing and the state was measured only now: its objective.
  std::optional<std::uint64_t> measured = {};
};

/// Tries passes on states, and counts and offers the results. Thread-safe.
class Stepper {
 public:
  /// Keeps references to all arguments. With a null `prior` nothing is observed for it, and
  /// sightings have no answers of it.
  Stepper(Objective objective, Evaluator& evaluator, Prior* prior, const Budget& budget,
          BestSoFar& best)
      : objective_(objective), evaluator_(evaluator), prior_(prior), budget_(budget), best_(best) {}

  /// Returns the sighting of the root, which needs the observations that the prior asks for.
  /// Errors: those of the prior.
  Result<std::shared_ptr<const Sighting>> Root(const Evaluation& root) const;

  /// Makes one evaluation, which the caller must have claimed. Returns an error if it was not made;
  /// a pass that failed is no error. `more` and `may_end` as in `EvaluationOptions`.
  Result<Outcome> Try(const Sighting& from, PassId pass, const Retain& retain = {},
                      bool more = false, bool may_end = false) const;

  /// Chooses a pass by its weight, the prior's probability; weights of tried passes are 0.
  using Choose = std::function<std::optional<PassId>(std::span<const float> weights)>;

  /// Tries `pass`. If it changes something, goes on with the passes that `next` chooses for the
  /// state reached. Makes up to `evaluations` in all, which the caller must have claimed. If `pass`
  /// changes nothing, the walk ends there. Appends each outcome to `outcomes`; each pass was tried
  /// on the last state reached.
  Status Walk(std::shared_ptr<const Sighting> from, PassId pass, std::uint64_t evaluations,
              const Choose& next, std::vector<Outcome>& outcomes) const;

  /// Asks the prior about all `sightings` at once and stores its answers in them.
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
