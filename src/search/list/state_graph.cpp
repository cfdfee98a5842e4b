#include "search/list/state_graph.h"

#include <utility>

namespace autotune {

StateGraph::StateGraph(std::shared_ptr<const Sighting> root, std::size_t actions, Ways ways)
    : actions_(actions), ways_(ways), nodes_{Entry(std::move(root), 0)} {
  by_ir_.emplace(at(0)->state.ir, 0);
}

void StateGraph::KeepOnly(Node node) {
  std::swap(nodes_[0], nodes_[node]);
  nodes_.erase(nodes_.begin() + 1, nodes_.end());
  nodes_[0].depth = 0;
  nodes_[0].next.clear();
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
  if (outcome.measured) TakeMeasured(from, *outcome.measured);
  if (!outcome.sighting) return std::nullopt;
  const auto [known, is_new] =
      by_ir_.emplace(outcome.sighting->state.ir, static_cast<Node>(nodes_.size()));
  const Node to = known->second;
  if (is_new) {
    nodes_.emplace_back(std::move(outcome.sighting), nodes_[from].depth + 1);
  } else if (outcome.sighting->measured) {
    TakeMeasured(to, outcome.sighting->value);
  }
  const bool leads = ways_ == Ways::kAll ? to != from : nodes_[to].depth > nodes_[from].depth;
  if (leads) Slot(from, outcome.pass) = to;
  return to;
}

/// Takes the objective of a state that was measured, unless it was before.
void StateGraph::TakeMeasured(Node node, std::uint64_t value) {
  Entry& known = nodes_[node];
  if (std::exchange(known.measured, true)) return;
  known.value = value;
}

StateGraph::Node& StateGraph::Slot(Node from, PassId pass) {
  std::vector<Node>& next = nodes_[from].next;
  if (next.empty()) next.assign(actions_, kUntried);
  return next[pass];
}

}  // namespace autotune
