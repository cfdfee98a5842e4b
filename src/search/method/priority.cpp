#include "search/method/priority.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "search/engine/guided_searcher.h"
#include "search/engine/job_loop.h"
#include "search/engine/stepper.h"
#include "search/engine/weighted_draw.h"
#include "search/list/state_graph.h"

namespace autotune {
namespace {

using Node = StateGraph::Node;

/// A state, and its most promising untried pass.
struct Entry {
  double priority;
  Node node;
  std::size_t rank;  ///< rank of the pass by the prior, from 0

  /// Orders by priority, the greatest first; ties go to the state met first.
  bool operator<(const Entry& other) const {
    return std::tuple(priority, other.node, other.rank) < std::tuple(other.priority, node, rank);
  }
};

/// Properties of a state that decide the priority of its passes.
struct Standing {
  double log_probability = 0;  ///< log probability of the passes since the last one that improved
  std::uint64_t lowest = 0;    ///< lowest objective on the way to it, itself included
  std::vector<PassId> order;   ///< passes, most probable first
};

struct ExpansionJob {
  Node node = 0;
  PassId pass = 0;
  std::shared_ptr<const Sighting> from;
  std::uint64_t claimed = 0;
  std::vector<Outcome> outcomes;
  Status status;
};

class BestFirst {
 public:
  BestFirst(const PriorityOptions& options, const ActionSpace& actions, const Stepper& stepper,
            Budget& budget, std::shared_ptr<const Sighting> root)
      : options_(options),
        stepper_(stepper),
        budget_(budget),
        graph_(std::move(root), actions.size()) {
    Enqueue(0, 0, graph_.value(0));
  }

  /// Returns an error of the evaluator or the prior.
  Status Run();

 private:
  // Serial.
  void GoOnFrom(Node node);
  bool Make(ExpansionJob& job);
  void Merge(ExpansionJob& job);
  void Meet(Node node, Node parent, PassId pass);
  void Enqueue(Node node, double log_probability, std::uint64_t lowest);
  void PushNext(Node node, std::size_t rank);
  // Parallel.
  void Evaluate(ExpansionJob& job) const;

  const PriorityOptions& options_;
  const Stepper& stepper_;
  Budget& budget_;
  StateGraph graph_;
  std::vector<Standing> standings_;  ///< by node
  std::priority_queue<Entry> queue_;
  Node best_state_ = 0;
  Status status_;
};

Status BestFirst::Run() {
  JobLoop<ExpansionJob> loop(options_.in_flight, Order(budget_));
  const auto over = [this] { return !status_.ok() || budget_.Exhausted(); };
  while (!over()) {
    loop.Run({.done = [&] { return over() || graph_.full(); },
              .make = [this](ExpansionJob& job) { return Make(job); },
              .evaluate = [this](ExpansionJob& job) { Evaluate(job); },
              .merge = [this](ExpansionJob& job) { Merge(job); }});
    if (!graph_.full()) break;
    GoOnFrom(best_state_);
  }
  return status_;
}

/// Forgets all states except `node`.
void BestFirst::GoOnFrom(Node node) {
  graph_.KeepOnly(node);
  standings_.clear();
  queue_ = {};
  best_state_ = 0;
  Enqueue(0, 0, graph_.value(0));
}

bool BestFirst::Make(ExpansionJob& job) {
  while (!queue_.empty()) {
    const Entry entry = queue_.top();
    queue_.pop();
    PushNext(entry.node, entry.rank + 1);
    const PassId pass = standings_[entry.node].order[entry.rank];
    // A sample may have tried the pass since it was queued.
    if (graph_.Kind(entry.node, pass) != StateGraph::Edge::kUntried) continue;
    job.claimed = budget_.Claim(options_.sample);
    if (job.claimed == 0) return false;
    graph_.SetUnderWay(entry.node, pass);
    job.node = entry.node;
    job.pass = pass;
    job.from = graph_.at(entry.node);
    return true;
  }
  return false;
}

void BestFirst::Evaluate(ExpansionJob& job) const {
  const auto most_probable = [](std::span<const float> weights) {
    const auto most = std::ranges::max_element(weights);
    return *most > 0 ? std::optional(static_cast<PassId>(most - weights.begin())) : std::nullopt;
  };
  job.status = stepper_.Walk(job.from, job.pass, job.claimed, most_probable, job.outcomes);
}

void BestFirst::Merge(ExpansionJob& job) {
  budget_.Return(job.claimed - job.outcomes.size());
  graph_.Release(job.node, job.pass);
  if (!job.status.ok()) {
    if (job.status.error().code != ErrorCode::kCancelled) status_ = job.status;
    return;
  }
  Node at = job.node;
  for (Outcome& outcome : job.outcomes) {
    const PassId pass = outcome.pass;
    const std::size_t known = graph_.size();
    const auto next = graph_.Record(at, std::move(outcome));
    if (!next) continue;
    if (graph_.size() > known) Meet(*next, at, pass);
    at = *next;
  }
}

/// Queues a state that was not known.
void BestFirst::Meet(Node node, Node parent, PassId pass) {
  const std::uint64_t value = graph_.value(node);
  if (value < graph_.value(best_state_)) best_state_ = node;
  const auto& [log_probability, lowest, order] = standings_[parent];
  const auto log_prior = static_cast<double>(graph_.at(parent)->log_prior[pass]);
  Enqueue(node, value < lowest ? 0 : log_probability + log_prior, std::min(value, lowest));
}

void BestFirst::Enqueue(Node node, double log_probability, std::uint64_t lowest) {
  standings_.push_back({log_probability, lowest, MostProbableFirst(graph_.at(node)->log_prior)});
  PushNext(node, 0);
}

void BestFirst::PushNext(Node node, std::size_t rank) {
  const Standing& standing = standings_[node];
  if (rank == standing.order.size()) return;
  const Sighting& sighting = *graph_.at(node);
  const double cost = std::max<double>(static_cast<double>(sighting.value), 1);
  queue_.push({standing.log_probability +
                   static_cast<double>(sighting.log_prior[standing.order[rank]]) -
                   options_.sharpness * std::log(cost),
               node, rank});
}

}  // namespace

std::unique_ptr<Searcher> MakePrioritySearcher(const PriorityOptions& options,
                                               const ActionSpace& actions, Evaluator& evaluator,
                                               Prior& prior) {
  assert(actions.size() > 0 && options.sample > 0 && options.in_flight > 0);
  return std::make_unique<GuidedSearcher<PriorityOptions, BestFirst>>(options, actions, evaluator,
                                                                      &prior);
}

}  // namespace autotune
