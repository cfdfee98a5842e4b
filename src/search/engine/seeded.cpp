#include "search/engine/seeded.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace autotune {
namespace {

class Seeded : public Searcher {
 public:
  Seeded(Objective objective, Evaluator& evaluator, std::unique_ptr<Searcher> inner)
      : objective_(objective), evaluator_(evaluator), inner_(std::move(inner)) {}

  void Suggest(const PassSequence& list) override { lists_.push_back(list); }

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    best_ = {root.next.applied, root.cost, 0};
    on_best(best_);
    std::uint64_t evaluations = 0;
    for (const PassSequence& list : lists_) {
      evaluations += Evaluate(list, root, budget, evaluations, on_best);
      inner_->Suggest(list);
    }
    // Some searchers go on from the last suggestion alone.
    if (!lists_.empty() && lists_.back() != best_.passes) inner_->Suggest(best_.passes);
    const Result<Best> found = inner_->Run(root, budget, [&](const Best& best) {
      Take({best.passes, best.cost, evaluations + best.evaluations}, on_best);
    });
    if (!found.ok() && best_.passes.empty()) return found.error();
    return best_;
  }

 private:
  void Take(const Best& best, const OnBest& on_best) {
    if (!IsBetter(best, best_, objective_)) return;
    best_ = best;
    on_best(best_);
  }

  /// Measures the list and returns the number of evaluations made. `before` is the number made
  /// earlier.
  std::uint64_t Evaluate(const PassSequence& list, const Evaluation& root, Budget& budget,
                         std::uint64_t before, const OnBest& on_best) {
    const std::uint64_t claimed = budget.Claim(list.size());
    // The search will go on from the best of them.
    const Trace trace = evaluator_.Apply(
        root.next, std::span(list).first(static_cast<std::size_t>(claimed)),
        {.observe = ObserveFor(objective_), .retain = {.end = true, .path = true}}, budget);
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      const Evaluation& step = trace.steps[i];
      Take({step.next.applied, step.cost, before + i + 1}, on_best);
    }
    const bool failed = !trace.status.ok() && IsEvaluationFailure(trace.status.error().code);
    const std::uint64_t made = trace.steps.size() + (failed ? 1 : 0);
    budget.Return(claimed - made);
    return made;
  }

  const Objective objective_;
  Evaluator& evaluator_;
  const std::unique_ptr<Searcher> inner_;
  std::vector<PassSequence> lists_;
  Best best_;
};

}  // namespace

std::unique_ptr<Searcher> MakeSeeded(Objective objective, Evaluator& evaluator,
                                     std::unique_ptr<Searcher> inner) {
  return std::make_unique<Seeded>(objective, evaluator, std::move(inner));
}

}  // namespace autotune
