#include "search/method/trailing.h"

#include <utility>

#include "search/engine/best_so_far.h"
#include "search/engine/stepper.h"

namespace autotune {
namespace {

class TrailingSearcher : public Searcher {
 public:
  TrailingSearcher(TrailingOptions options, Evaluator& evaluator)
      : options_(std::move(options)), evaluator_(evaluator) {}

  void Suggest(const PassSequence&) override {}

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    BestSoFar best(root, options_.objective, on_best);
    const Stepper stepper(options_.objective, evaluator_, nullptr, budget, best);
    const auto start = stepper.Root(root);
    if (!start.ok()) return start.error();
    return best.Conclude(Walk(stepper, *start, budget));
  }

 private:
  Status Walk(const Stepper& stepper, std::shared_ptr<const Sighting> at, Budget& budget) const {
    std::size_t taken = 0;
    PassSequence passes = options_.start;
    passes.insert(passes.end(), options_.passes.begin(), options_.passes.end());
    for (const PassId pass : passes) {
      if (budget.Claim(1) == 0) return {};
      const bool given = taken++ < options_.start.size();
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

  const TrailingOptions options_;
  Evaluator& evaluator_;
};

}  // namespace

std::unique_ptr<Searcher> MakeTrailingSearcher(TrailingOptions options, Evaluator& evaluator) {
  return std::make_unique<TrailingSearcher>(std::move(options), evaluator);
}

}  // namespace autotune
