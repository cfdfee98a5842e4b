#include "search/scout.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace autotune {
namespace {

std::vector<float> LogSoftmax(std::vector<float> logits) {
  const float highest = *std::ranges::max_element(logits);
  double sum = 0;
  for (const float logit : logits) sum += std::exp(static_cast<double>(logit - highest));
  const float total = highest + static_cast<float>(std::log(sum));
  for (float& logit : logits) logit -= total;
  return logits;
}

Observe Needs(const Prior& prior, const Prior* guide, Objective objective) {
  const Observe needs = prior.needs();
  return {.features = needs.features || (guide && guide->needs().features),
          .object_size = needs.object_size || objective == Objective::kObjectSize};
}

/// The logarithm of the mean of two probabilities.
float LogMean(float a, float b) {
  const float higher = std::max(a, b);
  return higher + std::log((std::exp(a - higher) + std::exp(b - higher)) / 2);
}

}  // namespace

Scout::Scout(Objective objective, Evaluator& evaluator, Prior& prior, Prior* guide,
             const Budget& budget, BestSoFar& best)
    : objective_(objective),
      evaluator_(evaluator),
      prior_(prior),
      guide_(guide),
      observe_(Needs(prior, guide, objective)),
      budget_(budget),
      best_(best) {}

Result<std::shared_ptr<const Sighting>> Scout::Root(const Evaluation& root) const {
  auto sighting = std::make_shared<Sighting>();
  sighting->state = root.next;
  sighting->value = Value(root.cost, objective_);
  if (observe_.features) {
    assert(root.features && "measured with what the prior needs");
    sighting->features.push_back(std::make_shared<Features>(*root.features));
  }
  if (Status status = Ask({&sighting, 1}); !status) return status.error();
  return std::shared_ptr<const Sighting>(std::move(sighting));
}

Result<Outcome> Scout::Try(const Sighting& from, PassId pass) const {
  const EvaluationOptions options{.observe = observe_, .retain = {.start = true, .end = false}};
  Trace trace = evaluator_.Apply(from.state, {&pass, 1}, options, budget_);
  if (!trace.status.ok() && !IsEvaluationFailure(trace.status.error().code)) {
    return trace.status.error();
  }
  best_.CountEvaluation();
  Outcome outcome{pass, nullptr};
  if (!trace.status.ok()) return outcome;
  Evaluation& evaluation = trace.steps.front();
  if (evaluation.next.ir == from.state.ir) return outcome;
  best_.Offer(evaluation);
  outcome.sighting = std::make_shared<Sighting>();
  outcome.sighting->value = Value(evaluation.cost, objective_);
  outcome.sighting->state = std::move(evaluation.next);
  if (observe_.features) {
    outcome.sighting->features = from.features;
    outcome.sighting->features.push_back(std::make_shared<Features>(*evaluation.features));
  }
  return outcome;
}

Status Scout::Walk(std::shared_ptr<const Sighting> from, PassId pass, std::uint64_t evaluations,
                   const Choose& next, std::vector<Outcome>& outcomes) const {
  std::vector<float> weights;
  for (std::optional<PassId> chosen = pass; chosen && outcomes.size() < evaluations;) {
    auto outcome = Try(*from, *chosen);
    if (!outcome.ok()) return outcome.error();
    outcomes.push_back(*outcome);
    if (outcome->sighting) {
      if (Status status = Ask({&outcome->sighting, 1}); !status) return status;
      from = outcome->sighting;
      weights.clear();
      for (const float log_prior : from->log_prior) weights.push_back(std::exp(log_prior));
    } else if (weights.empty()) {
      return {};
    } else {
      weights[*chosen] = 0;
    }
    chosen = next(weights);
  }
  return {};
}

Status Scout::Ask(std::span<const std::shared_ptr<Sighting>> sightings) const {
  if (sightings.empty()) return {};
  std::vector<PriorQuery> queries;
  queries.reserve(sightings.size());
  for (const auto& sighting : sightings) queries.push_back({sighting->state, sighting->features});
  auto predictions = prior_.Predict(queries);
  if (!predictions.ok()) return predictions.error();
  for (std::size_t i = 0; i < sightings.size(); ++i) {
    sightings[i]->log_prior = LogSoftmax(std::move((*predictions)[i].logits));
    sightings[i]->reachable = (*predictions)[i].reachable;
  }
  return {};
}

Result<std::vector<std::shared_ptr<const Sighting>>> Scout::Advise(
    const PassSequence& list, std::span<const std::shared_ptr<const Sighting>> path) const {
  assert(guide_ && path.size() == list.size() + 1);
  FeaturePath features;
  for (const auto& sighting : path) features.push_back(sighting->features.back());
  ProgramState state = path.back()->state;
  state.applied = list;
  auto predictions = guide_->PredictPath({state, features});
  if (!predictions.ok()) return predictions.error();
  std::vector<std::shared_ptr<const Sighting>> advised;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i]->advised) {
      advised.push_back(path[i]);
      continue;
    }
    auto sighting = std::make_shared<Sighting>(*path[i]);
    const std::vector<float> log_guide = LogSoftmax(std::move((*predictions)[i].logits));
    for (std::size_t pass = 0; pass < log_guide.size(); ++pass) {
      sighting->log_prior[pass] = LogMean(sighting->log_prior[pass], log_guide[pass]);
    }
    sighting->reachable = (*predictions)[i].reachable;
    sighting->advised = true;
    advised.push_back(std::move(sighting));
  }
  return advised;
}

}  // namespace autotune
