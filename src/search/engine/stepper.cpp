#include "search/engine/stepper.h"

#include <algorithm>
#include <cassert>
#include <chrono>
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

}  // namespace

Result<std::shared_ptr<const Sighting>> Stepper::Root(const Evaluation& root) const {
  auto sighting = std::make_shared<Sighting>();
  sighting->state = root.next;
  sighting->value = Value(root.cost, objective_);
  sighting->measured = root.cost.object_size.has_value();
  assert((root.features || !Needs().features) && (root.graph || !Needs().graph) &&
         "measured with what the prior needs");
  if (Needs().graph) sighting->graph = root.graph;
  if (Needs().features) {
    sighting->features.push_back(std::make_shared<Features>(*root.features));
  }
  if (Status status = Ask({&sighting, 1}); !status) return status.error();
  return std::shared_ptr<const Sighting>(std::move(sighting));
}

Result<Outcome> Stepper::Try(const Sighting& from, PassId pass, const Retain& retain, bool more,
                             bool may_end) const {
  const Observe needs = Needs();
  const EvaluationOptions options{
      .observe = {.features = needs.features,
                  .object_size = needs.object_size || NeedsCode(objective_),
                  .graph = needs.graph},
      .retain = retain,
      .more = more,
      .may_end = may_end};
  const Clock::time_point begin = Clock::now();
  Trace trace = evaluator_.Apply(from.state, {&pass, 1}, options, budget_);
  if (!trace.status.ok() && !IsEvaluationFailure(trace.status.error().code)) {
    return trace.status.error();
  }
  best_.CountEvaluation();
  Outcome outcome{pass, nullptr};
  if (!trace.status.ok()) {
    const auto waited = std::chrono::nanoseconds(Clock::now() - begin);
    outcome.nanoseconds = static_cast<std::uint64_t>(waited.count());
    return outcome;
  }
  Evaluation& evaluation = trace.steps.front();
  outcome.nanoseconds = evaluation.nanoseconds;
  if (evaluation.next.ir == from.state.ir) {
    if (evaluation.cost.object_size && !from.measured) {
      outcome.measured = Value(evaluation.cost, objective_);
      best_.Offer(evaluation);
    }
    return outcome;
  }
  best_.Offer(evaluation);
  outcome.sighting = std::make_shared<Sighting>();
  outcome.sighting->value = Value(evaluation.cost, objective_);
  outcome.sighting->measured = evaluation.cost.object_size.has_value();
  outcome.sighting->state = std::move(evaluation.next);
  outcome.sighting->graph = std::move(evaluation.graph);
  if (needs.features) {
    outcome.sighting->features = from.features;
    outcome.sighting->features.push_back(std::make_shared<Features>(*evaluation.features));
  }
  return outcome;
}

Status Stepper::Walk(std::shared_ptr<const Sighting> from, PassId pass, std::uint64_t evaluations,
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

Status Stepper::Ask(std::span<const std::shared_ptr<Sighting>> sightings) const {
  if (!prior_ || sightings.empty()) return {};
  std::vector<PriorQuery> queries;
  queries.reserve(sightings.size());
  for (const auto& sighting : sightings) {
    queries.push_back({sighting->state, sighting->features, sighting->graph});
  }
  auto predictions = prior_->Predict(queries);
  if (!predictions.ok()) return predictions.error();
  for (std::size_t i = 0; i < sightings.size(); ++i) {
    sightings[i]->log_prior = LogSoftmax(std::move((*predictions)[i].logits));
    sightings[i]->reachable = (*predictions)[i].reachable;
  }
  return {};
}

}  // namespace autotune
