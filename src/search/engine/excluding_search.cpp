#include "search/engine/excluding_search.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace autotune {

Trace ExcludingSearch::Filter::Apply(const ProgramState& from, std::span<const PassId> passes,
                                     const EvaluationOptions& options, const Budget& budget) {
  const auto first = std::ranges::find_if(passes, [this](PassId pass) { return excludes(pass); });
  if (first == passes.end()) return inner_.Apply(from, passes, options, budget);
  Trace trace;
  const auto before = static_cast<std::size_t>(first - passes.begin());
  if (before > 0) trace = inner_.Apply(from, passes.first(before), options, budget);
  if (trace.status.ok()) trace.status = Error{ErrorCode::kKnownOffender, "the pass is excluded"};
  return trace;
}

Result<Best> ExcludingSearch::Run(const Make& make, const Evaluation& root, Budget& budget,
                                  const OnBest& on_best) {
  found_ = {{root.next.applied, root.cost, 0}};
  on_best(found_.back());
  std::uint64_t evaluations = 0;
  for (;;) {
    Budget attempt(budget.limits(), &budget);
    {
      const MutexLock lock(mutex_);
      attempt_ = &attempt;
    }
    const std::unique_ptr<Searcher> searcher = make(filter_);
    for (const PassSequence& list : TakeBack(on_best)) searcher->Suggest(list);
    const Result<Best> best = searcher->Run(root, attempt, [&](const Best& found) {
      if (!IsBetter(found, found_.back(), objective_)) return;
      found_.push_back({found.passes, found.cost, evaluations + found.evaluations});
      on_best(found_.back());
    });
    {
      const MutexLock lock(mutex_);
      attempt_ = nullptr;
    }
    evaluations += attempt.used();
    if (attempt.cancelled() && !budget.Exhausted()) continue;
    TakeBack(on_best);
    if (!best.ok() && found_.size() == 1) return best.error();
    return found_.back();
  }
}

/// Takes back excluded results and returns the lists that the next attempt begins with.
std::vector<PassSequence> ExcludingSearch::TakeBack(const OnBest& on_best) {
  const auto excluded = [this](PassId pass) { return filter_.excludes(pass); };
  PassSequence rest = found_.back().passes;
  if (rest.empty()) return {};
  if (std::ranges::none_of(rest, excluded)) return {std::move(rest)};
  std::erase_if(rest, excluded);
  while (std::ranges::any_of(found_.back().passes, excluded)) found_.pop_back();
  on_best(found_.back());
  return {std::move(rest), found_.back().passes};
}

void ExcludingSearch::Exclude(PassId pass) {
  const MutexLock lock(mutex_);
  filter_.Exclude(pass);
  if (attempt_) attempt_->Cancel();
}

}  // namespace autotune
