#include "search/method/beam.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include "core/random.h"
#include "search/engine/guided_searcher.h"
#include "search/engine/stepper.h"
#include "search/engine/weighted_draw.h"
#include "search/list/state_graph.h"

namespace autotune {
namespace {

using Node = StateGraph::Node;

/// A candidate for the next level, and the last step of a way to it.
struct Child {
  Node node;
  Node parent;
  PassId pass;
};

/// An evaluation that is to be made.
struct Trial {
  Node node;
  PassId pass;
  std::optional<Outcome> outcome;
  Status status;
};

class Beams {
 public:
  Beams(const BeamOptions& options, const ActionSpace& actions, const Stepper& stepper,
        Budget& budget, std::shared_ptr<const Sighting> root)
      : options_(options),
        stepper_(stepper),
        budget_(budget),
        random_(options.seed),
        graph_(std::move(root), actions.size()) {}

  /// Returns an error of the evaluator or the prior.
  Status Run();

 private:
  std::uint64_t ValueOf(Node node) const { return graph_.value(node); }

  /// Returns the number of evaluations that it asked for.
  std::uint64_t RunBeam(std::size_t width, bool noisy);
  std::vector<Child> Expand(const std::vector<Node>& level, bool noisy, std::vector<Trial>& trials);
  std::vector<PassId> Order(Node node, bool noisy);
  void Evaluate(std::vector<Trial>& trials, std::vector<Child>& children);
  std::vector<Node> Select(std::vector<Child> children, std::size_t width,
                           std::unordered_set<Node>& seen) const;
  void AskPrior(const std::vector<Node>& level);

  bool Over() const { return !status_.ok() || budget_.Exhausted(); }

  const BeamOptions& options_;
  const Stepper& stepper_;
  Budget& budget_;
  Random random_;
  StateGraph graph_;
  /// Recorded states that the prior was not asked about yet.
  std::unordered_map<Node, std::shared_ptr<Sighting>> unasked_;
  Status status_;
};

Status Beams::Run() {
  std::size_t width = options_.width;
  for (bool noisy = false; !Over(); noisy = true) {
    const std::uint64_t trials = RunBeam(width, noisy);
    if (trials == 0 && width == options_.max_width) break;
    width = std::min<std::size_t>(2 * width, options_.max_width);
    if (!graph_.full()) continue;
    graph_.KeepOnly(0);
    unasked_.clear();
  }
  return status_;
}

std::uint64_t Beams::RunBeam(std::size_t width, bool noisy) {
  std::vector<Node> level = {0};
  std::unordered_set<Node> seen = {0};
  std::uint64_t lowest = ValueOf(0);
  std::uint64_t asked = 0;
  for (std::uint32_t vain = 0; vain < options_.patience && !level.empty() && !Over(); ++vain) {
    std::vector<Trial> trials;
    std::vector<Child> children = Expand(level, noisy, trials);
    asked += trials.size();
    Evaluate(trials, children);
    if (Over()) break;
    level = Select(std::move(children), width, seen);
    AskPrior(level);
    if (level.empty() || ValueOf(level.front()) >= lowest) continue;
    lowest = ValueOf(level.front());
    vain = 0;
  }
  return asked;
}

/// Returns the known children; adds trials that may give others to `trials`.
std::vector<Child> Beams::Expand(const std::vector<Node>& level, bool noisy,
                                 std::vector<Trial>& trials) {
  const std::size_t passes =
      std::max<std::size_t>(options_.min_passes, options_.expansion / level.size());
  std::vector<Child> children;
  for (const Node node : level) {
    std::size_t left = passes;
    for (const PassId pass : Order(node, noisy)) {
      if (left == 0) break;
      const auto kind = graph_.Kind(node, pass);
      if (kind == StateGraph::Edge::kDead) continue;
      --left;
      if (kind == StateGraph::Edge::kLeads) {
        children.push_back({graph_.Next(node, pass), node, pass});
      } else {
        trials.push_back({node, pass, {}, {}});
      }
    }
  }
  return children;
}

/// Returns the passes, most promising first; with noise, in the order in which they would be drawn.
std::vector<PassId> Beams::Order(Node node, bool noisy) {
  std::vector<float> scores = graph_.at(node)->log_prior;
  if (noisy) {
    // Gumbel noise makes sorting a draw without replacement.
    for (float& score : scores) {
      score -= static_cast<float>(std::log(-std::log(1 - random_.Unit())));
    }
  }
  return MostProbableFirst(scores);
}

void Beams::Evaluate(std::vector<Trial>& trials, std::vector<Child>& children) {
  trials.resize(budget_.Claim(trials.size()));
  // One pass a task, because their times differ by orders of magnitude.
  tbb::parallel_for(
      std::size_t{0}, trials.size(),
      [&](std::size_t i) {
        auto outcome = stepper_.Try(*graph_.at(trials[i].node), trials[i].pass);
        if (outcome.ok()) {
          trials[i].outcome = std::move(*outcome);
        } else {
          trials[i].status = outcome.error();
        }
      },
      tbb::simple_partitioner());
  for (Trial& trial : trials) {
    if (!trial.outcome) {
      budget_.Return(1);
      if (trial.status.error().code != ErrorCode::kCancelled) status_ = trial.status;
      continue;
    }
    const std::size_t known = graph_.size();
    std::shared_ptr<Sighting> sighting = trial.outcome->sighting;
    const auto next = graph_.Record(trial.node, std::move(*trial.outcome));
    if (!next) continue;
    if (graph_.size() > known) unasked_.emplace(*next, std::move(sighting));
    if (graph_.Kind(trial.node, trial.pass) == StateGraph::Edge::kLeads) {
      children.push_back({*next, trial.node, trial.pass});
    }
  }
}

/// Returns the next level, best first.
std::vector<Node> Beams::Select(std::vector<Child> children, std::size_t width,
                                std::unordered_set<Node>& seen) const {
  std::ranges::sort(children, {}, [this](const Child& child) {
    return std::tuple(ValueOf(child.node), child.node, child.parent, child.pass);
  });
  const std::size_t cap = std::max<std::size_t>(1, width / 2);
  std::unordered_map<Node, std::size_t> of_parent;
  std::unordered_map<PassId, std::size_t> of_pass;
  std::vector<Node> level;
  for (const Child& child : children) {
    if (level.size() == width) break;
    if (seen.contains(child.node)) continue;
    if (of_parent[child.parent] == cap && child.parent != 0) continue;
    if (of_pass[child.pass] == cap) continue;
    seen.insert(child.node);
    ++of_parent[child.parent];
    ++of_pass[child.pass];
    level.push_back(child.node);
  }
  return level;
}

void Beams::AskPrior(const std::vector<Node>& level) {
  std::vector<std::shared_ptr<Sighting>> sightings;
  for (const Node node : level) {
    const auto unasked = unasked_.extract(node);
    if (!unasked.empty()) sightings.push_back(unasked.mapped());
  }
  Status status = stepper_.Ask(sightings);
  if (!status.ok()) status_ = std::move(status);
}

}  // namespace

std::unique_ptr<Searcher> MakeBeamSearcher(const BeamOptions& options, const ActionSpace& actions,
                                           Evaluator& evaluator, Prior& prior) {
  assert(actions.size() > 0 && options.width > 0 && options.width <= options.max_width);
  assert(options.min_passes > 0 && options.patience > 0);
  return std::make_unique<GuidedSearcher<BeamOptions, Beams>>(options, actions, evaluator, &prior);
}

}  // namespace autotune
