#include "search/method/ranked_lists.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <span>

#include "search/engine/best_so_far.h"
#include "search/engine/weighted_draw.h"

namespace autotune {
namespace {

class RankedListsSearcher final : public Searcher {
 public:
  RankedListsSearcher(const RankedListsOptions& options, Evaluator& evaluator, Prior& prior)
      : options_(options), evaluator_(evaluator), prior_(prior) {}

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override {
    BestSoFar best(root, options_.objective, on_best);
    if (!prior_.ready() || budget.Exhausted()) return best.Conclude({});
    return best.Conclude(TryLists(root, budget, best));
  }

 private:
  Status TryLists(const Evaluation& root, Budget& budget, BestSoFar& best) {
    FeaturePath features;
    if (root.features) features.push_back(std::make_shared<Features>(*root.features));
    const PriorQuery query{.state = root.next, .features = features, .lists = options_.lists};
    const auto answer = prior_.Predict({&query, 1});
    if (!answer) return answer.error();
    const std::vector<float>& scores = answer->front().lists;
    const std::vector<std::uint32_t>& prefixes = answer->front().prefixes;
    if (scores.size() != options_.lists.size() ||
        (!prefixes.empty() && prefixes.size() != scores.size())) {
      return Error{ErrorCode::kInvalidArgument, "the model ranks no lists, or others than these"};
    }
    std::uint64_t left = options_.passes;
    for (const std::size_t list : MostProbableFirst(scores)) {
      std::span<const PassId> passes = options_.lists[list];
      if (!prefixes.empty()) {
        passes = passes.first(std::min<std::size_t>(passes.size(), prefixes[list]));
      }
      if (passes.empty()) continue;
      const std::uint64_t wanted = std::min<std::uint64_t>(left, passes.size());
      const std::uint64_t claimed = budget.Claim(wanted);
      if (claimed == 0) return {};
      const Trace trace =
          evaluator_.Apply(root.next, passes.first(static_cast<std::size_t>(claimed)),
                           {.observe = ObserveFor(options_.objective), .retain = {}}, budget);
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

  const RankedListsOptions options_;
  Evaluator& evaluator_;
  Prior& prior_;
};

}  // namespace

std::unique_ptr<Searcher> MakeRankedListsSearcher(const RankedListsOptions& options,
                                                  Evaluator& evaluator, Prior& prior) {
  assert(options.passes > 0);
  return std::make_unique<RankedListsSearcher>(options, evaluator, prior);
}

}  // namespace autotune
