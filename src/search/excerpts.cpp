#include "search/excerpts.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "search/best_so_far.h"
#include "search/local.h"
#include "search/scout.h"

namespace autotune {
namespace {

/// Of the time that is left, a turn takes such a part at most.
constexpr int kTurnsLeft = 6;

class ExcerptSearcher : public Searcher {
 public:
  ExcerptSearcher(const ExcerptOptions& options, const ActionSpace& actions, Evaluator& evaluator,
                  Excerpts excerpts)
      : options_(options),
        actions_(actions),
        evaluator_(evaluator),
        excerpts_(std::move(excerpts)) {}

  bool ends_its_turns() const override { return true; }

  void Suggest(const PassSequence& list) override { start_ = list; }

  Result<Best> Run(const Evaluation& root, Budget& budget, const OnBest& on_best) override;

 private:
  Result<std::vector<PassSequence>> Find(const Evaluation& excerpt, Budget& budget) const;
  Status Try(const std::vector<PassSequence>& lists, const Evaluation& root, Budget& budget,
             BestSoFar& best) const;

  const ExcerptOptions options_;
  const ActionSpace& actions_;
  Evaluator& evaluator_;
  const Excerpts excerpts_;
  PassSequence start_;  ///< the best list for the program that is known
  std::uint64_t turn_ = 0;
  Clock::duration trying_{};  ///< lists of the last turn on the program took so long
};

Result<Best> ExcerptSearcher::Run(const Evaluation& root, Budget& budget, const OnBest& on_best) {
  BestSoFar best(root, options_.objective, on_best);
  const Result<Evaluation> excerpt = excerpts_.take(turn_ % options_.excerpts, budget);
  if (!excerpt) return best.best();
  const auto lists = Find(*excerpt, budget);
  ++turn_;
  if (!lists) return best.Conclude(lists.error());
  const Clock::time_point begin = Clock::now();
  const Status tried = Try(*lists, root, budget, best);
  trying_ = Clock::now() - begin;
  if (!best.best().passes.empty()) start_ = best.best().passes;
  return best.Conclude(tried);
}

/// What a search of the excerpt has found by its end, by half of it, by a quarter and so on.
Result<std::vector<PassSequence>> ExcerptSearcher::Find(const Evaluation& excerpt,
                                                        Budget& budget) const {
  const Clock::time_point begin = Clock::now();
  Budget::Limits limits{
      .pause = begin + 2 * trying_,
      .least_before_pause = turn_ == 0 ? options_.first_turn : options_.evaluations};
  if (const auto deadline = budget.limits().deadline) {
    limits.deadline = begin + (*deadline - begin) / kTurnsLeft;
  }
  Budget turn(limits, &budget);
  LocalOptions local;
  local.objective = options_.objective;
  local.seed = options_.seed + turn_;
  local.begins_with_learned = turn_ == 0;
  const auto searcher = MakeLocalSearcher(local, actions_, *excerpts_.evaluator);
  if (!start_.empty()) searcher->Suggest(start_);
  std::vector<Best> found;
  const OnBest remember = [&](const Best& best) { found.push_back(best); };
  const Result<Best> best = searcher->Run(excerpt, turn, remember);
  if (!best) return best.error();
  std::vector<PassSequence> lists;
  for (std::uint32_t i = 0; i < options_.lists; ++i) {
    const auto later = std::ranges::upper_bound(found, turn.used() >> i, {}, &Best::evaluations);
    if (later == found.begin()) break;
    const Best& by_then = *std::prev(later);
    // What is known already was the first to be tried.
    if (by_then.evaluations <= start_.size()) break;
    if (lists.empty() || lists.back() != by_then.passes) lists.push_back(by_then.passes);
  }
  return lists;
}

/// What these lists are worth to the program.
Status ExcerptSearcher::Try(const std::vector<PassSequence>& lists, const Evaluation& root,
                            Budget& budget, BestSoFar& best) const {
  const Scout scout(options_.objective, evaluator_, nullptr, budget, best);
  const auto start = scout.Root(root);
  if (!start.ok()) return start.error();
  std::vector<Status> statuses(lists.size());
  tbb::parallel_for(std::size_t{0}, lists.size(), [&](std::size_t i) {
    std::shared_ptr<const Sighting> at = *start;
    for (const PassId pass : lists[i]) {
      if (budget.Claim(1) == 0) return;
      const auto outcome = scout.Try(*at, pass, {.start = false, .path = true});
      if (!outcome.ok()) {
        budget.Return(1);
        statuses[i] = outcome.error();
        return;
      }
      if (outcome->sighting) at = outcome->sighting;
    }
  });
  for (const Status& status : statuses) {
    if (!status.ok() && status.error().code != ErrorCode::kCancelled) return status;
  }
  return {};
}

}  // namespace

std::unique_ptr<Searcher> MakeExcerptSearcher(const ExcerptOptions& options,
                                              const ActionSpace& actions, Evaluator& evaluator,
                                              Excerpts excerpts) {
  assert(options.excerpts > 0 && options.lists > 0);
  return std::make_unique<ExcerptSearcher>(options, actions, evaluator, std::move(excerpts));
}

}  // namespace autotune
