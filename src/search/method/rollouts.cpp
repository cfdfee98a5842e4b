#include "search/method/rollouts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/random.h"
#include "search/engine/best_so_far.h"
#include "search/engine/job_loop.h"
#include "search/engine/plain_searcher.h"
#include "search/engine/weighted_draw.h"

namespace autotune {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

/// Episodes under way at once, at most. With limited evaluations the number decides which episodes
/// are cut short, so it must not depend on the threads.
constexpr std::size_t kInFlight = 64;

/// An episode that was claimed for.
struct RolloutJob {
  std::uint64_t number = 0;
  std::uint64_t claimed = 0;  ///< evaluations, at most one for each pass
  std::uint64_t made = 0;
  Status status;
};

/// The work of one run.
class Rollouts {
 public:
  Rollouts(const RolloutsOptions& options, std::size_t actions, Evaluator& evaluator, Prior& prior,
           const Evaluation& root, Budget& budget, BestSoFar& best)
      : options_(options),
        actions_(actions),
        evaluator_(evaluator),
        prior_(prior),
        root_(root),
        budget_(budget),
        best_(best) {}

  /// Returns an error of the evaluator or the prior.
  Status Run() {
    JobLoop<RolloutJob>(kInFlight, Order(budget_))
        .Run({.done = [this] { return Done(); },
              .make = [this](RolloutJob& job) { return Make(job); },
              .evaluate = [this](RolloutJob& job) { job.status = Play(job); },
              .merge = [this](RolloutJob& job) { Merge(job); }});
    return status_;
  }

 private:
  bool Done() const {
    return !status_.ok() || budget_.Exhausted() ||
           (options_.episodes > 0 && begun_ == options_.episodes);
  }

  bool Make(RolloutJob& job) {
    if (Done()) return false;
    job.claimed = budget_.Claim(options_.length);
    job.number = begun_;
    if (job.claimed > 0) ++begun_;
    return job.claimed > 0;
  }

  void Merge(RolloutJob& job) {
    budget_.Return(job.claimed - job.made);
    if (!job.status.ok() && job.status.error().code != ErrorCode::kCancelled) {
      status_ = std::move(job.status);
    }
  }

  Status Play(RolloutJob& job) const;
  Result<std::optional<PassId>> Choose(const RolloutJob& job, const ProgramState& seen,
                                       const FeaturePath& features,
                                       const std::shared_ptr<const ProgramGraph>& graph,
                                       const std::vector<bool>& without_effect,
                                       Random& random) const;

  const RolloutsOptions& options_;
  const std::size_t actions_;
  Evaluator& evaluator_;
  Prior& prior_;
  const Evaluation& root_;
  Budget& budget_;
  BestSoFar& best_;
  std::uint64_t begun_ = 0;
  Status status_;
};

Status Rollouts::Play(RolloutJob& job) const {
  Random random(options_.seed, job.number);
  const Observe needs = prior_.needs();
  ProgramState state = root_.next;  // of the passes that had an effect
  ProgramState seen = root_.next;   // of all passes: the policy's view
  FeaturePath features;
  assert((root_.features || !needs.features) && (root_.graph || !needs.graph) &&
         "measured with what the prior needs");
  if (needs.features) features.push_back(std::make_shared<Features>(*root_.features));
  std::shared_ptr<const ProgramGraph> graph = needs.graph ? root_.graph : nullptr;
  std::vector<bool> without_effect(actions_);
  const EvaluationOptions wanted{
      .observe = {.features = needs.features,
                  .object_size = needs.object_size || NeedsCode(options_.objective),
                  .graph = needs.graph},
      .retain = {.start = false}};
  while (job.made < job.claimed) {
    const auto pass = Choose(job, seen, features, graph, without_effect, random);
    if (!pass) return pass.error();
    if (!*pass) return {};
    const PassId next = **pass;
    Trace trace = evaluator_.Apply(state, {&next, 1}, wanted, budget_);
    const bool failed = !trace.status.ok();
    if (failed && !IsEvaluationFailure(trace.status.error().code)) return trace.status;
    ++job.made;
    best_.CountEvaluation();
    if (failed) return {};
    Evaluation& evaluation = trace.steps.front();
    const bool changed = evaluation.next.ir != state.ir;
    seen.applied.push_back(next);
    seen.ir = evaluation.next.ir;
    if (needs.features) {
      features.push_back(changed ? std::make_shared<Features>(*evaluation.features)
                                 : features.back());
    }
    if (!changed) {
      without_effect[next] = true;
      continue;
    }
    without_effect.assign(actions_, false);
    best_.Offer(evaluation);
    graph = std::move(evaluation.graph);
    state = std::move(evaluation.next);
  }
  return {};
}

/// Returns the episode's next pass; nothing if all are known to do nothing.
Result<std::optional<PassId>> Rollouts::Choose(const RolloutJob& job, const ProgramState& seen,
                                               const FeaturePath& features,
                                               const std::shared_ptr<const ProgramGraph>& graph,
                                               const std::vector<bool>& without_effect,
                                               Random& random) const {
  const PriorQuery query{seen, features, graph};
  auto answer = prior_.Predict({&query, 1});
  if (!answer) return answer.error();
  std::vector<float> weights = std::move(answer->front().logits);
  for (std::size_t pass = 0; pass < weights.size(); ++pass) {
    if (without_effect[pass]) weights[pass] = kNever;
  }
  const float highest = *std::ranges::max_element(weights);
  if (highest == kNever) return std::optional<PassId>();
  const bool greedy = options_.begin_greedily && job.number == 0;
  const bool evenly = !greedy && options_.explore > 0 && random.Unit() < options_.explore;
  for (float& weight : weights) {
    weight = !evenly ? std::exp(weight - highest) : weight == kNever ? 0.0F : 1.0F;
  }
  return greedy ? MostProbableFirst(weights).front() : Draw(weights, random);
}

}  // namespace

std::unique_ptr<Searcher> MakeRolloutsSearcher(const RolloutsOptions& options,
                                               const ActionSpace& actions, Evaluator& evaluator,
                                               Prior& prior) {
  assert(actions.size() > 0 && options.length > 0);
  return std::make_unique<PlainSearcher>(
      options.objective,
      [=, &actions, &evaluator, &prior](const auto& root, auto& budget, auto& best) -> Status {
        if (!prior.ready()) return {};
        return Rollouts(options, actions.size(), evaluator, prior, root, budget, best).Run();
      });
}

}  // namespace autotune
