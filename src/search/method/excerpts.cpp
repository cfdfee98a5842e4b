#include "search/method/excerpts.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "core/mutex.h"
#include "search/engine/best_so_far.h"
#include "search/engine/stepper.h"
#include "search/learned/coreset.h"
#include "search/method/local.h"

namespace autotune {
namespace {

/// Fraction of the remaining time that the search of an excerpt takes at most, as its denominator.
constexpr int kSearchesLeft = 6;
/// Time that a learned list takes for each instruction of the program (experiments/learned-lists).
constexpr std::chrono::microseconds kLearnedTime{60};

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
  using Lists = std::vector<PassSequence>;

  Result<Lists> Find(Budget& budget, const std::atomic<bool>& trying);
  Result<PassSequence> FindOne(const Evaluation& excerpt, const Lists& starts,
                               Budget& budget) const;
  static bool HasTimeForLearned(const Evaluation& root, const Budget& budget);
  bool HasTimeToFind(const Budget& budget) const;
  Status Try(const Lists& lists, const Evaluation& root, Budget& budget, BestSoFar& best);
  Status Try(const PassSequence& list, const Stepper& stepper, std::shared_ptr<const Sighting> at,
             Budget& budget);

  const ExcerptOptions options_;
  const ActionSpace& actions_;
  Evaluator& evaluator_;
  const Excerpts excerpts_;
  PassSequence start_;        ///< best list known for the program, or the last suggestion
  Lists untried_;             ///< lists not yet tried on the program
  bool first_ = true;         ///< true until the first turn
  std::uint64_t taken_ = 0;   ///< excerpts searched so far
  Clock::duration trying_{};  ///< duration of the last attempt on the program
  Mutex mutex_;
  /// State after each prefix of the lists tried on the program.
  std::map<PassSequence, std::shared_ptr<const Sighting>> known_ GUARDED_BY(mutex_);
};

Result<Best> ExcerptSearcher::Run(const Evaluation& root, Budget& budget, const OnBest& on_best) {
  BestSoFar best(root, options_.objective, on_best);
  std::atomic<bool> trying = false;
  if (std::exchange(first_, false) && options_.learned &&
      (start_.empty() || options_.learned_anyway) && HasTimeForLearned(root, budget)) {
    untried_ = WholeProgramLists(actions_);
    if (untried_.size() > options_.first_lists) untried_.resize(options_.first_lists);
  }
  if (untried_.empty()) {
    auto found = Find(budget, trying);
    if (!found.ok()) return best.Conclude(found.error());
    untried_ = *std::move(found);
    if (untried_.empty()) return best.best();
  }
  Status tried;
  Result<Lists> found = Lists();
  const auto attempt = [&] {
    trying = true;
    const Clock::time_point begin = Clock::now();
    tried = Try(untried_, root, budget, best);
    trying_ = Clock::now() - begin;
    trying = false;
  };
  if (tbb::this_task_arena::max_concurrency() == 1) {
    // To look for others first would keep these waiting.
    attempt();
    untried_.clear();
  } else if (HasTimeToFind(budget)) {
    tbb::task_group other;
    other.run(attempt);
    // A thread that waits in there must not begin with the other half, which is much longer.
    tbb::this_task_arena::isolate([&] { found = Find(budget, trying); });
    other.wait();
  } else {
    attempt();
  }
  if (!found.ok() && tried.ok()) tried = found.error();
  untried_ = found.ok() ? *std::move(found) : Lists();
  if (!best.best().passes.empty()) start_ = best.best().passes;
  return best.Conclude(tried);
}

/// True if learned lists would take less than half of the time. Otherwise nothing else would be
/// tried, if they came to an end at all.
bool ExcerptSearcher::HasTimeForLearned(const Evaluation& root, const Budget& budget) {
  const auto deadline = budget.limits().deadline;
  const auto needed = kLearnedTime * static_cast<std::int64_t>(root.cost.instructions);
  return !deadline || *deadline - Clock::now() > 2 * needed;
}

/// True if there would be time to try the lists found.
bool ExcerptSearcher::HasTimeToFind(const Budget& budget) const {
  const auto deadline = budget.limits().deadline;
  return !deadline || *deadline - Clock::now() > 2 * trying_;
}

/// Returns the lists found by searching the next excerpts, one for each. Returns none if there are
/// no excerpts or nothing is new. Goes on as long as other lists are being tried.
Result<ExcerptSearcher::Lists> ExcerptSearcher::Find(Budget& budget,
                                                     const std::atomic<bool>& trying) {
  Lists starts = untried_;
  if (!start_.empty()) starts.push_back(start_);
  Lists lists;
  for (std::uint32_t i = 0; i < options_.lists; ++i) {
    if ((i >= options_.least_lists && !trying) || budget.Exhausted()) break;
    const auto excerpt = excerpts_.take(taken_ % options_.excerpts, budget);
    if (!excerpt.ok()) break;
    auto list = FindOne(*excerpt, starts, budget);
    if (!list.ok()) return list.error();
    ++taken_;
    if (std::ranges::find(starts, *list) == starts.end()) {
      starts.push_back(*list);
      lists.push_back(*std::move(list));
    }
  }
  return lists;
}

/// Returns the best list for an excerpt.
Result<PassSequence> ExcerptSearcher::FindOne(const Evaluation& excerpt, const Lists& starts,
                                              Budget& budget) const {
  LocalOptions local;
  local.objective = options_.objective;
  local.seed = options_.seed + taken_;
  local.begins_with_learned = starts.empty();
  local.learned = options_.learned;
  const auto searcher = MakeLocalSearcher(local, actions_, *excerpts_.evaluator);
  const Clock::time_point begin = Clock::now();
  // No limit of evaluations: a search that has one is repeatable, so its threads wait for each
  // other.
  Budget::Limits limits{.pause = begin, .least_before_pause = options_.evaluations};
  for (const PassSequence& list : starts) {
    searcher->Suggest(list);
    limits.least_before_pause += list.size();
  }
  if (const auto deadline = budget.limits().deadline) {
    limits.deadline = begin + (*deadline - begin) / kSearchesLeft;
  }
  Budget part(limits, &budget);
  const Result<Best> best = searcher->Run(excerpt, part, [](const Best&) {});
  if (!best.ok()) return best.error();
  return best->passes;
}

/// Measures the effect of these lists on the program.
Status ExcerptSearcher::Try(const Lists& lists, const Evaluation& root, Budget& budget,
                            BestSoFar& best) {
  const Stepper stepper(options_.objective, evaluator_, nullptr, budget, best);
  const auto start = stepper.Root(root);
  if (!start.ok()) return start.error();
  std::vector<Status> statuses(lists.size());
  tbb::parallel_for(std::size_t{0}, lists.size(),
                    [&](std::size_t i) { statuses[i] = Try(lists[i], stepper, *start, budget); });
  for (const Status& status : statuses) {
    if (!status.ok() && status.error().code != ErrorCode::kCancelled) return status;
  }
  return {};
}

Status ExcerptSearcher::Try(const PassSequence& list, const Stepper& stepper,
                            std::shared_ptr<const Sighting> at, Budget& budget) {
  PassSequence passes;
  for (const PassId pass : list) {
    passes.push_back(pass);
    {
      const MutexLock lock(mutex_);
      if (const auto known = known_.find(passes); known != known_.end()) {
        at = known->second;
        continue;
      }
    }
    if (budget.Claim(1) == 0) return {};
    const auto outcome = stepper.Try(*at, pass, {.start = false, .path = true});
    if (!outcome.ok()) {
      budget.Return(1);
      return outcome.error();
    }
    if (outcome->sighting) at = outcome->sighting;
    const MutexLock lock(mutex_);
    known_[passes] = at;
  }
  return {};
}

}  // namespace

std::unique_ptr<Searcher> MakeExcerptSearcher(const ExcerptOptions& options,
                                              const ActionSpace& actions, Evaluator& evaluator,
                                              Excerpts excerpts) {
  assert(options.excerpts > 0 && options.least_lists > 0);
  return std::make_unique<ExcerptSearcher>(options, actions, evaluator, std::move(excerpts));
}

}  // namespace autotune
