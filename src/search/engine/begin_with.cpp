#include "search/engine/begin_with.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace autotune {
namespace {

/// Runs `rest` after a beginning. The result is the best of both.
class Begun : public Searcher {
 public:
  Begun(Objective objective, std::unique_ptr<Searcher> rest)
      : objective_(objective), rest_(std::move(rest)) {}

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    best_ = {root.next.applied, root.cost, 0};
    on_best(best_);
    const std::uint64_t evaluations = Begin(root, budget, on_best);
    const Result<Best> found = rest_->Run(root, budget, [&](const Best& best) {
      Take({best.passes, best.cost, evaluations + best.evaluations}, on_best);
    });
    if (!found.ok() && best_.passes.empty()) return found.error();
    return best_;
  }

 protected:
  /// Returns the number of evaluations made.
  virtual std::uint64_t Begin(const Evaluation& root, Budget& budget, const OnBest& on_best) = 0;

  void Take(const Best& best, const OnBest& on_best) {
    if (!IsBetter(best, best_, objective_)) return;
    best_ = best;
    on_best(best_);
  }

  Objective objective() const { return objective_; }
  const Best& best() const { return best_; }
  Searcher& rest() { return *rest_; }

 private:
  const Objective objective_;
  const std::unique_ptr<Searcher> rest_;
  Best best_;
};

class BeginWith : public Begun {
 public:
  BeginWith(Objective objective, std::unique_ptr<Searcher> first, std::unique_ptr<Searcher> rest)
      : Begun(objective, std::move(rest)), first_(std::move(first)) {}

  void Suggest(const PassSequence& list) override { rest().Suggest(list); }

 private:
  std::uint64_t Begin(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    if (std::exchange(begun_, true)) return 0;
    Budget::Limits limits;
    if (const auto& all = budget.limits().evaluations) limits.evaluations = *all / kFirstShare;
    // If evaluations are the limit, time must not influence the answer.
    if (const auto& deadline = budget.limits().deadline; deadline && !budget.repeatable()) {
      limits.deadline = Clock::now() + (*deadline - Clock::now()) / kFirstShare;
    }
    Budget part(limits, &budget);
    (void)first_->Run(root, part, [&](const Best& best) { Take(best, on_best); });
    if (!best().passes.empty()) rest().Suggest(best().passes);
    return part.used();
  }

  const std::unique_ptr<Searcher> first_;
  bool begun_ = false;
};

class Seeded : public Begun {
 public:
  Seeded(Objective objective, Evaluator& evaluator, std::unique_ptr<Searcher> inner)
      : Begun(objective, std::move(inner)), evaluator_(evaluator) {}

  void Suggest(const PassSequence& list) override { lists_.push_back(list); }

 private:
  std::uint64_t Begin(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    std::uint64_t evaluations = 0;
    for (const PassSequence& list : lists_) {
      evaluations += Evaluate(list, root, budget, evaluations, on_best);
      rest().Suggest(list);
    }
    // Some searchers go on from the last suggestion alone.
    if (!lists_.empty() && lists_.back() != best().passes) rest().Suggest(best().passes);
    return evaluations;
  }

  /// Measures the list and returns the number of evaluations made. `before` is the number made
  /// earlier.
  std::uint64_t Evaluate(const PassSequence& list, const Evaluation& root, Budget& budget,
                         std::uint64_t before, const OnBest& on_best) {
    const std::uint64_t claimed = budget.Claim(list.size());
    // The search will go on from the best of them.
    const Trace trace = evaluator_.Apply(
        root.next, std::span(list).first(static_cast<std::size_t>(claimed)),
        {.observe = ObserveFor(objective()), .retain = {.end = true, .path = true}}, budget);
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      const Evaluation& step = trace.steps[i];
      Take({step.next.applied, step.cost, before + i + 1}, on_best);
    }
    const bool failed = !trace.status.ok() && IsEvaluationFailure(trace.status.error().code);
    const std::uint64_t made = trace.steps.size() + (failed ? 1 : 0);
    budget.Return(claimed - made);
    return made;
  }

  Evaluator& evaluator_;
  std::vector<PassSequence> lists_;
};

}  // namespace

std::unique_ptr<Searcher> MakeBeginWith(Objective objective, std::unique_ptr<Searcher> first,
                                        std::unique_ptr<Searcher> rest) {
  return std::make_unique<BeginWith>(objective, std::move(first), std::move(rest));
}

std::unique_ptr<Searcher> MakeSeeded(Objective objective, Evaluator& evaluator,
                                     std::unique_ptr<Searcher> inner) {
  return std::make_unique<Seeded>(objective, evaluator, std::move(inner));
}

}  // namespace autotune
