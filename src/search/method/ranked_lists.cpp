#include "search/method/ranked_lists.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <span>

#include "search/engine/best_so_far.h"
#include "search/engine/plain_searcher.h"
#include "search/engine/weighted_draw.h"

namespace autotune {
namespace {

Status TryLists(const RankedListsOptions& options, Evaluator& evaluator, Prior& prior,
                const Evaluation& root, Budget& budget, BestSoFar& best) {
  if (!prior.ready() || budget.Exhausted()) return {};
  FeaturePath features;
  if (root.features) features.push_back(std::make_shared<Features>(*root.features));
  const PriorQuery query{.state = root.next, .features = features, .lists = options.lists};
  const auto answer = prior.Predict({&query, 1});
  if (!answer) return answer.error();
  const std::vector<float>& scores = answer->front().lists;
  const std::vector<std::uint32_t>& prefixes = answer->front().prefixes;
  if (scores.size() != options.lists.size() ||
      (!prefixes.empty() && prefixes.size() != scores.size())) {
    return Error{ErrorCode::kInvalidArgument, "the model ranks no lists, or others than these"};
  }
  std::uint64_t left = options.passes;
  for (const std::size_t list : MostProbableFirst(scores)) {
    std::span<const PassId> passes = options.lists[list];
    if (!prefixes.empty()) {
      passes = passes.first(std::min<std::size_t>(passes.size(), prefixes[list]));
    }
    if (passes.empty()) continue;
    const std::uint64_t wanted = std::min<std::uint64_t>(left, passes.size());
    const std::uint64_t claimed = budget.Claim(wanted);
    if (claimed == 0) return {};
    const Trace trace =
        evaluator.Apply(root.next, passes.first(static_cast<std::size_t>(claimed)),
                        {.observe = ObserveFor(options.objective), .retain = {}}, budget);
    for (const Evaluation& step : trace.steps) {
      best.CountEvaluation();
      best.Offer(step);
    }
    std::uint64_t made = trace.steps.size();
    if (!trace.status.ok()) {
      if (!IsEvaluationFailure(trace.status.error().code)) return trace.status;
      best.CountEvaluation();
      ++made;
    }
    budget.Return(claimed - made);
    left -= made;
  }
  return {};
}

}  // namespace

std::unique_ptr<Searcher> MakeRankedListsSearcher(const RankedListsOptions& options,
                                                  Evaluator& evaluator, Prior& prior) {
  assert(options.passes > 0);
  return std::make_unique<PlainSearcher>(
      options.objective, [=, &evaluator, &prior](const auto& root, auto& budget, auto& best) {
        return TryLists(options, evaluator, prior, root, budget, best);
      });
}

}  // namespace autotune
