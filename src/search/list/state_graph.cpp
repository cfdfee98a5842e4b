#include "search/list/state_graph.h"

#include <utility>

namespace autotune {

StateGraph::StateGraph(std::shared_ptr<const Sighting> root, std::size_t actions, Ways ways)
    : actions_(actions), ways_(ways), nodes_{{std::move(root), 0, {}}} {
  by_ir_.emplace(at(0)->state.ir, 0);
}

void StateGraph::KeepOnly(Node node) {
  nodes_ = {{at(node), 0, {}}};
  by_ir_ = {{at(0)->state.ir, 0}};
}

StateGraph::Edge StateGraph::Kind(Node from, PassId pass) const {
  const std::vector<Node>& next = nodes_[from].next;
  if (next.empty()) return Edge::kUntried;
  switch (next[pass]) {
    case kUntried: return Edge::kUntried;
    case kUnderWay: return Edge::kUnderWay;
    case kDead: return Edge::kDead;
    default: return Edge::kLeads;
  }
}

void StateGraph::Release(Node from, PassId pass) {
  Node& next = Slot(from, pass);
  if (next == kUnderWay) next = kUntried;
}

std::optional<StateGraph::Node> StateGraph::Record(Node from, Outcome outcome) {
  Slot(from, outcome.pass) = kDead;
  if (outcome.unchanged) Lower(from, *outcome.unchanged);
  if (!outcome.sighting) return std::nullopt;
  const auto [known, is_new] =
      by_ir_.emplace(outcome.sighting->state.ir, static_cast<Node>(nodes_.size()));
  const Node to = known->second;
  if (is_new) {
    nodes_.push_back({std::move(outcome.sighting), nodes_[from].depth + 1, {}});
  } else {
    Lower(to, outcome.sighting->value);
  }
  const bool leads = ways_ == Ways::kAll ? to != from : nodes_[to].depth > nodes_[from].depth;
  if (leads) Slot(from, outcome.pass) = to;
  return to;
}

/// Takes the lower objective of a state: it was not measured when it was first met.
void StateGraph::Lower(Node node, std::uint64_t value) {
  std::shared_ptr<const Sighting>& known = nodes_[node].sighting;
  if (value >= known->value) return;
  auto measured = std::make_shared<Sighting>(*known);
  measured->value = value;
  known = std::move(measured);
}

StateGraph::Node& StateGraph::Slot(Node from, PassId pass) {
  std::vector<Node>& next = nodes_[from].next;
  if (next.empty()) next.assign(actions_, kUntried);
  return next[pass];
}

}  // namespace autotune
