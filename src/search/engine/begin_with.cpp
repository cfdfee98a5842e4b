#include "search/engine/begin_with.h"

#include <utility>

namespace autotune {
namespace {

class BeginWith : public Searcher {
 public:
  BeginWith(Objective objective, std::unique_ptr<Searcher> first, std::unique_ptr<Searcher> rest)
      : objective_(objective), first_(std::move(first)), rest_(std::move(rest)) {}

  void Suggest(const PassSequence& list) override { rest_->Suggest(list); }

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    best_ = {root.next.applied, root.cost, 0};
    on_best(best_);
    const std::uint64_t evaluations =
        std::exchange(begun_, true) ? 0 : Begin(root, budget, on_best);
    const Result<Best> found = rest_->Run(root, budget, [&](const Best& best) {
      Take({best.passes, best.cost, evaluations + best.evaluations}, on_best);
    });
    if (!found.ok() && best_.passes.empty()) return found.error();
    return best_;
  }

 private:
  /// Returns the number of evaluations that it took.
  std::uint64_t Begin(const Evaluation& root, Budget& budget, const OnBest& on_best) {
    Budget::Limits limits;
    if (const auto& all = budget.limits().evaluations) limits.evaluations = *all / kFirstShare;
    // If evaluations are the limit, time must not influence the answer.
    if (const auto& deadline = budget.limits().deadline; deadline && !budget.repeatable()) {
      limits.deadline = Clock::now() + (*deadline - Clock::now()) / kFirstShare;
    }
    Budget part(limits, &budget);
    (void)first_->Run(root, part, [&](const Best& best) { Take(best, on_best); });
    if (!best_.passes.empty()) rest_->Suggest(best_.passes);
    return part.used();
  }

  void Take(const Best& best, const OnBest& on_best) {
    if (!IsBetter(best, best_, objective_)) return;
    best_ = best;
    on_best(best_);
  }

  const Objective objective_;
  const std::unique_ptr<Searcher> first_;
  const std::unique_ptr<Searcher> rest_;
  bool begun_ = false;
  Best best_;
};

}  // namespace

std::unique_ptr<Searcher> MakeBeginWith(Objective objective, std::unique_ptr<Searcher> first,
                                        std::unique_ptr<Searcher> rest) {
  return std::make_unique<BeginWith>(objective, std::move(first), std::move(rest));
}

}  // namespace autotune
