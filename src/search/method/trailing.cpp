#include "search/method/trailing.h"

#include <utility>

#include "search/engine/best_so_far.h"
#include "search/engine/plain_searcher.h"
#include "search/engine/stepper.h"

namespace autotune {
namespace {

Status TryInOrder(const TrailingOptions& options, Evaluator& evaluator, const Evaluation& root,
                  Budget& budget, BestSoFar& best) {
  const Stepper stepper(options.objective, evaluator, nullptr, budget, best);
  const auto start = stepper.Root(root);
  if (!start.ok()) return start.error();
  std::shared_ptr<const Sighting> at = *start;
  std::size_t taken = 0;
  PassSequence passes = options.start;
  passes.insert(passes.end(), options.passes.begin(), options.passes.end());
  for (const PassId pass : passes) {
    if (budget.Claim(1) == 0) return {};
    const bool given = taken++ < options.start.size();
    // Few passes are not taken. To keep each state would cost as much as a pass.
    const auto outcome = stepper.Try(*at, pass, {.start = false, .path = true});
    if (!outcome.ok()) {
      budget.Return(1);
      const Error& error = outcome.error();
      return error.code == ErrorCode::kCancelled ? Status() : Status(error);
    }
    if (outcome->sighting && (given || outcome->sighting->value <= at->value)) {
      at = outcome->sighting;
    }
  }
  return {};
}

}  // namespace

std::unique_ptr<Searcher> MakeTrailingSearcher(TrailingOptions options, Evaluator& evaluator) {
  const Objective objective = options.objective;
  return std::make_unique<PlainSearcher>(
      objective,
      [options = std::move(options), &evaluator](const auto& root, auto& budget, auto& best) {
        return TryInOrder(options, evaluator, root, budget, best);
      });
}

}  // namespace autotune
