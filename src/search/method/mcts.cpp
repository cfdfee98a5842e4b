#include "search/method/mcts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/random.h"
#include "search/engine/guided_searcher.h"
#include "search/engine/job_loop.h"
#include "search/engine/stepper.h"
#include "search/engine/weighted_draw.h"
#include "search/list/state_graph.h"

namespace autotune {
namespace {

using Node = StateGraph::Node;

struct Choice {
  Node node;
  PassId pass;
};

/// Results of the simulations through an edge.
struct EdgeStatistics {
  std::uint32_t visits = 0;  ///< simulations, those under way included
  std::uint32_t ended = 0;   ///< simulations that have ended
  float mean = 0;            ///< mean of the logarithms of the costs reached
  float best = std::numeric_limits<float>::infinity();  ///< lowest of these logarithms

  void End(double log_value) {
    ++ended;
    mean += (static_cast<float>(log_value) - mean) / static_cast<float>(ended);
    best = std::min(best, static_cast<float>(log_value));
  }
};

struct NodeStatistics {
  bool closed = false;  ///< true if nothing is left to try from here on
  std::uint32_t visits = 0;
  std::vector<EdgeStatistics> edges;  ///< by pass; empty until the first visit

  EdgeStatistics& Edge(PassId pass, std::size_t actions) {
    if (edges.empty()) edges.resize(actions);
    return edges[pass];
  }
};

struct Simulation {
  std::vector<Choice> path;  ///< choices from the root; the last pass was not tried there
  std::shared_ptr<const Sighting> start;
  std::uint64_t number = 0;
  std::uint64_t claimed = 0;
  /// Outcomes, each on the state that the last one which led on led to.
  std::vector<Outcome> outcomes;
  Status status;
};

class Mcts {
 public:
  Mcts(const MctsOptions& options, const ActionSpace& actions, const Stepper& stepper,
       Budget& budget, std::shared_ptr<const Sighting> root)
      : options_(options),
        stepper_(stepper),
        budget_(budget),
        graph_(std::move(root), actions.size()),
        nodes_(1),
        lowest_(LogValue(*graph_.at(0))) {}

  /// Returns an error of the evaluator or the prior.
  Status Run();

 private:
  static double LogValue(const Sighting& sighting) {
    return std::log(std::max<double>(static_cast<double>(sighting.value), 1));
  }
  /// Returns the worth of a state, given the logarithm of its cost.
  double Worth(double log_value) const {
    return std::exp(options_.sharpness * (lowest_ - log_value));
  }

  // Serial.
  void StartAnew();
  bool Make(Simulation& simulation);
  bool Descend(std::vector<Choice>& path);
  std::optional<PassId> Select(Node node);
  void Merge(Simulation& simulation);
  void BackUp(const Simulation& simulation, std::size_t descent, std::vector<double> met);
  // Parallel.
  void Simulate(Simulation& simulation) const;

  const MctsOptions& options_;
  const Stepper& stepper_;
  Budget& budget_;
  StateGraph graph_;
  std::vector<NodeStatistics> nodes_;
  double lowest_;  ///< logarithm of the best objective so far
  std::uint64_t simulations_ = 0;
  Status status_;
};

Status Mcts::Run() {
  JobLoop<Simulation> loop(options_.in_flight, Order(budget_));
  const auto over = [this] { return !status_.ok() || budget_.Exhausted(); };
  while (!over()) {
    loop.Run({.done = [&] { return over() || graph_.full(); },
              .make = [this](Simulation& simulation) { return Make(simulation); },
              .evaluate = [this](Simulation& simulation) { Simulate(simulation); },
              .merge = [this](Simulation& simulation) { Merge(simulation); }});
    if (!graph_.full()) break;
    StartAnew();
  }
  return status_;
}

void Mcts::StartAnew() {
  graph_.KeepOnly(0);
  nodes_.assign(1, {});
}

bool Mcts::Make(Simulation& simulation) {
  while (!nodes_[0].closed) {
    simulation.path.clear();
    if (Descend(simulation.path)) break;
    // The way ended if nothing is left, which closed the last node, or if all is under way.
    if (simulation.path.empty() ||
        !nodes_[graph_.Next(simulation.path.back().node, simulation.path.back().pass)].closed) {
      return false;
    }
  }
  if (nodes_[0].closed) return false;
  simulation.claimed = budget_.Claim(options_.rollout);
  if (simulation.claimed == 0) return false;
  for (const auto& [node, pass] : simulation.path) {
    ++nodes_[node].visits;
    ++nodes_[node].Edge(pass, graph_.actions()).visits;
  }
  const auto& [last, pass] = simulation.path.back();
  graph_.SetUnderWay(last, pass);
  simulation.start = graph_.at(last);
  simulation.number = simulations_++;
  return true;
}

/// Goes down to an edge that was not tried. Returns false if there is none on the way it takes.
bool Mcts::Descend(std::vector<Choice>& path) {
  for (Node node = 0;; node = graph_.Next(node, path.back().pass)) {
    const auto pass = Select(node);
    if (!pass) return false;
    path.push_back({node, *pass});
    if (graph_.Kind(node, *pass) == StateGraph::Edge::kUntried) return true;
  }
}

/// Returns the edge to follow, or nothing if all edges are dead or under way. Closes the node if
/// all are dead.
std::optional<PassId> Mcts::Select(Node node) {
  NodeStatistics& statistics = nodes_[node];
  const Sighting& sighting = *graph_.at(node);
  const double exploration =
      options_.exploration * std::sqrt(static_cast<double>(statistics.visits + 1));
  const double own_worth = Worth(LogValue(sighting));
  std::optional<PassId> selected;
  double highest = 0;
  bool under_way = false;
  for (PassId pass = 0; pass < graph_.actions(); ++pass) {
    const auto kind = graph_.Kind(node, pass);
    under_way |= kind == StateGraph::Edge::kUnderWay;
    if (kind == StateGraph::Edge::kUnderWay || kind == StateGraph::Edge::kDead) continue;
    if (kind == StateGraph::Edge::kLeads && nodes_[graph_.Next(node, pass)].closed) continue;
    const EdgeStatistics& edge = statistics.Edge(pass, graph_.actions());
    const double worth = edge.ended == 0 ? own_worth : (Worth(edge.best) + Worth(edge.mean)) / 2;
    const double score = worth + exploration *
                                     std::exp(static_cast<double>(sighting.log_prior[pass])) /
                                     (1 + edge.visits);
    if (!selected || score > highest) {
      selected = pass;
      highest = score;
    }
  }
  statistics.closed = !selected && !under_way;
  return selected;
}

void Mcts::Simulate(Simulation& simulation) const {
  Random random(options_.seed, simulation.number);
  simulation.status = stepper_.Walk(
      simulation.start, simulation.path.back().pass, simulation.claimed,
      [&](std::span<const float> weights) { return Draw(weights, random); }, simulation.outcomes);
}

void Mcts::Merge(Simulation& simulation) {
  budget_.Return(simulation.claimed - simulation.outcomes.size());
  const std::size_t descent = simulation.path.size();
  const auto [first, first_pass] = simulation.path.back();
  graph_.Release(first, first_pass);
  if (!simulation.status.ok() && simulation.status.error().code != ErrorCode::kCancelled) {
    status_ = simulation.status;
  }
  Node at = first;
  bool connected = true;
  // Logarithms of the costs expected from the outcomes that led somewhere.
  std::vector<double> met;
  for (Outcome& outcome : simulation.outcomes) {
    const PassId pass = outcome.pass;
    const auto next = graph_.Record(at, std::move(outcome));
    if (!next) continue;
    const Sighting& sighting = *graph_.at(*next);
    lowest_ = std::min(lowest_, LogValue(sighting));
    met.push_back(LogValue(sighting) +
                  std::log(static_cast<double>(sighting.reachable.value_or(1))));
    connected &= graph_.Kind(at, pass) == StateGraph::Edge::kLeads;
    if (connected && met.size() > 1) simulation.path.push_back({at, pass});
    at = *next;
  }
  nodes_.resize(graph_.size());
  BackUp(simulation, descent, std::move(met));
}

/// `met` holds the logarithms of the costs expected from the states that the simulation met. The
/// first is the state at the end of its `descent`. After that the path is new and was not counted
/// as visited.
void Mcts::BackUp(const Simulation& simulation, std::size_t descent, std::vector<double> met) {
  for (std::size_t i = met.size(); i-- > 1;) met[i - 1] = std::min(met[i - 1], met[i]);
  for (std::size_t i = 0; i < simulation.path.size(); ++i) {
    const auto [node, pass] = simulation.path[i];
    NodeStatistics& statistics = nodes_[node];
    EdgeStatistics& edge = statistics.Edge(pass, graph_.actions());
    if (met.empty()) {
      // A pass that leads nowhere says nothing about the way to it.
      --statistics.visits;
      --edge.visits;
      continue;
    }
    if (i >= descent) {
      ++statistics.visits;
      ++edge.visits;
    }
    edge.End(i < descent ? met.front() : met[i - descent + 1]);
  }
}

}  // namespace

std::unique_ptr<Searcher> MakeMctsSearcher(const MctsOptions& options, const ActionSpace& actions,
                                           Evaluator& evaluator, Prior& prior) {
  assert(actions.size() > 0 && options.rollout > 0 && options.in_flight > 0);
  return std::make_unique<GuidedSearcher<MctsOptions, Mcts>>(options, actions, evaluator, &prior);
}

}  // namespace autotune
