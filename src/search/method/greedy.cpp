#include "search/method/greedy.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include "core/random.h"
#include "search/engine/best_so_far.h"
#include "search/engine/plain_searcher.h"

namespace autotune {
namespace {

/// One run of the search.
class Descent {
 public:
  Descent(const GreedyOptions& options, const ActionSpace& actions, Evaluator& evaluator,
          const Evaluation& root, Budget& budget, BestSoFar& best)
      : options_(options),
        actions_(actions),
        evaluator_(evaluator),
        budget_(budget),
        best_(best),
        random_(options.seed),
        current_(root) {}

  /// Returns an error of the evaluator.
  Status Run() {
    while (random_.Unit() < options_.epsilon ? RandomStep() : GreedyStep()) {
    }
    return status_;
  }

 private:
  // These return false if the search has to stop.
  bool RandomStep();
  bool GreedyStep();

  Trace Apply(PassId pass, Retain retain) {
    const Observe observe = ObserveFor(options_.objective);
    return evaluator_.Apply(current_.next, {&pass, 1}, {observe, retain}, budget_);
  }

  /// Accounts for a claimed evaluation. Returns false if it was not made.
  bool Account(const Trace& trace);

  const GreedyOptions& options_;
  const ActionSpace& actions_;
  Evaluator& evaluator_;
  Budget& budget_;
  BestSoFar& best_;
  Random random_;
  Evaluation current_;
  Status status_;
};

bool Descent::Account(const Trace& trace) {
  if (trace.status.ok() || IsEvaluationFailure(trace.status.error().code)) {
    best_.CountEvaluation();
    return true;
  }
  budget_.Return(1);
  if (trace.status.error().code != ErrorCode::kCancelled) status_ = trace.status;
  return false;
}

bool Descent::RandomStep() {
  if (budget_.Claim(1) == 0) return false;
  const auto pass = static_cast<PassId>(random_.Below(actions_.size()));
  Trace trace = Apply(pass, {.start = false, .end = true});
  if (!Account(trace)) return false;
  if (trace.status.ok()) {
    current_ = std::move(trace.steps.front());
    best_.Offer(current_);
  }
  return true;
}

bool Descent::GreedyStep() {
  const std::uint64_t granted = budget_.Claim(actions_.size());
  std::vector<Trace> children(granted);
  // One pass a task, because their times differ by orders of magnitude.
  tbb::parallel_for(
      std::size_t{0}, children.size(),
      [&](std::size_t i) {
        children[i] = Apply(static_cast<PassId>(i), {.start = true, .end = false});
      },
      tbb::simple_partitioner());

  const auto value = [&](const Evaluation& e) { return Value(e.cost, options_.objective); };
  const Evaluation* chosen = nullptr;
  bool complete = granted == actions_.size();
  for (const Trace& child : children) {
    complete &= Account(child);
    if (!child.status.ok()) continue;
    const Evaluation& candidate = child.steps.front();
    if (value(candidate) < value(current_) && (!chosen || value(candidate) <= value(*chosen))) {
      chosen = &candidate;
    }
  }
  if (!chosen) return false;
  current_ = *chosen;
  best_.Offer(current_);
  return complete;
}

}  // namespace

std::unique_ptr<Searcher> MakeGreedySearcher(const GreedyOptions& options,
                                             const ActionSpace& actions, Evaluator& evaluator) {
  assert(actions.size() > 0 && options.epsilon >= 0 && options.epsilon <= 1);
  return std::make_unique<PlainSearcher>(
      options.objective, [=, &actions, &evaluator](const auto& root, auto& budget, auto& best) {
        return Descent(options, actions, evaluator, root, budget, best).Run();
      });
}

}  // namespace autotune
