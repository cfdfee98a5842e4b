#include "search/method/random.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include "core/random.h"
#include "search/engine/best_so_far.h"
#include "search/engine/plain_searcher.h"

namespace autotune {
namespace {

/// Passes asked for in one call. There are enough to make the round trip cheap, and few enough that
/// an improvement is not reported late.
constexpr std::uint64_t kMaxChunk = 32;

/// Data shared by the walkers of one run.
struct Shared {
  const RandomOptions& options;
  const ActionSpace& actions;
  Evaluator& evaluator;
  const Evaluation& root;
  Budget& budget;
  BestSoFar& best;
};

/// Returns the steps without improvement that end an episode: patience may fall to 0 and ends it
/// below.
std::uint64_t PatienceSteps(const RandomOptions& options, const ActionSpace& actions) {
  return static_cast<std::uint64_t>(options.patience_factor * static_cast<double>(actions.size())) +
         1;
}

/// Returns the number of evaluations that each walker may make.
std::vector<std::uint64_t> Quotas(const Budget& budget, std::uint64_t walkers,
                                  std::uint64_t patience_steps) {
  const auto limit = budget.limits().evaluations;
  if (!limit) return std::vector(walkers, std::numeric_limits<std::uint64_t>::max());
  const std::uint64_t left = *limit - std::min(*limit, budget.used());
  walkers = std::clamp<std::uint64_t>(left / patience_steps, 1, walkers);
  std::vector<std::uint64_t> quotas(walkers, left / walkers);
  for (std::uint64_t i = 0; i < left % walkers; ++i) ++quotas[i];
  return quotas;
}

class Walker {
 public:
  Walker(const Shared& shared, std::uint64_t index, std::uint64_t quota)
      : shared_(shared),
        random_(shared.options.seed, index),
        quota_(quota),
        best_value_(Value(shared.root.cost, shared.options.objective)) {}

  /// Runs episodes until quota or budget are spent. Returns an error of the evaluator.
  Status Walk() {
    while (RunEpisode()) {
    }
    return status_;
  }

 private:
  // These return false if the walker has to stop.
  bool RunEpisode();
  bool Apply(std::span<const PassId> passes);

  PassSequence Draw();
  void Take(Evaluation step);

  const Shared& shared_;
  Random random_;
  std::uint64_t quota_;
  std::uint64_t best_value_;  ///< best objective of all episodes of this walker
  ProgramState state_;
  std::uint64_t steps_left_ = 0;  ///< steps left in this episode, unless one of them improves
  Status status_;
};

bool Walker::RunEpisode() {
  state_ = shared_.root.next;
  steps_left_ = PatienceSteps(shared_.options, shared_.actions);
  while (steps_left_ > 0) {
    const PassSequence passes = Draw();
    if (passes.empty() || !Apply(passes)) return false;
  }
  return true;
}

/// Draws the next passes of the episode. Their results can't change the choice, and the episode
/// lasts for at least `steps_left_`. None of them is thus evaluated in vain.
PassSequence Walker::Draw() {
  PassSequence passes(shared_.budget.Claim(std::min({quota_, steps_left_, kMaxChunk})));
  quota_ -= passes.size();
  for (PassId& pass : passes) pass = static_cast<PassId>(random_.Below(shared_.actions.size()));
  return passes;
}

bool Walker::Apply(std::span<const PassId> passes) {
  const EvaluationOptions options{.observe = ObserveFor(shared_.options.objective),
                                  .retain = {.start = false, .end = false}};
  while (!passes.empty()) {
    Trace trace = shared_.evaluator.Apply(state_, passes, options, shared_.budget);
    passes = passes.subspan(trace.steps.size());
    for (Evaluation& step : trace.steps) Take(std::move(step));
    if (trace.status.ok()) {
      assert(passes.empty() && "a trace without an error is complete");
      return true;
    }
    const Error& error = trace.status.error();
    if (!IsEvaluationFailure(error.code)) {
      shared_.budget.Return(passes.size());
      if (error.code != ErrorCode::kCancelled) status_ = error;
      return false;
    }
    shared_.best.CountEvaluation();
    --steps_left_;
    passes = passes.subspan(1);
  }
  return true;
}

void Walker::Take(Evaluation step) {
  shared_.best.CountEvaluation();
  --steps_left_;
  const std::uint64_t value = Value(step.cost, shared_.options.objective);
  if (value < best_value_) {
    best_value_ = value;
    steps_left_ = PatienceSteps(shared_.options, shared_.actions);
    shared_.best.Offer(step);
  }
  state_ = std::move(step.next);
}

Status Walk(const Shared& shared) {
  const std::uint64_t patience = PatienceSteps(shared.options, shared.actions);
  const auto quotas = Quotas(shared.budget, shared.options.walkers, patience);
  std::vector<Status> statuses(quotas.size());
  // One walker a task, because a walker may last as long as the run.
  tbb::parallel_for(
      std::size_t{0}, quotas.size(),
      [&](std::size_t i) { statuses[i] = Walker(shared, i, quotas[i]).Walk(); },
      tbb::simple_partitioner());
  const auto failed = std::ranges::find_if(statuses, [](const Status& s) { return !s.ok(); });
  return failed == statuses.end() ? Status() : *failed;
}

}  // namespace

std::unique_ptr<Searcher> MakeRandomSearcher(const RandomOptions& options,
                                             const ActionSpace& actions, Evaluator& evaluator) {
  assert(actions.size() > 0 && options.walkers > 0 && options.patience_factor >= 0);
  return std::make_unique<PlainSearcher>(
      options.objective, [=, &actions, &evaluator](const auto& root, auto& budget, auto& best) {
        return Walk({options, actions, evaluator, root, budget, best});
      });
}

}  // namespace autotune
