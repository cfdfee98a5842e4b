#include "learn/search_graph.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace autotune {

SearchGraph::SearchGraph(const Evaluation& root, const Limits& limits) : limits_(limits) {
  nodes_.push_back({root.next.ir, root.cost.instructions, {}});
  by_ir_.emplace(root.next.ir, 0);
}

void SearchGraph::Record(const Hash128& from, PassId pass, const Evaluation& outcome) {
  const std::optional<Node> node = Find(from);
  if (!node) return;
  const std::optional<Node> next = FindOrAdd(outcome);
  if (next) Visit(*node, pass, *next);
}

void SearchGraph::RecordFailure(const Hash128& from, PassId pass) {
  if (const std::optional<Node> node = Find(from)) Visit(*node, pass, *node);
}

std::optional<SearchGraph::Node> SearchGraph::Find(const Hash128& ir) const {
  const auto found = by_ir_.find(ir);
  if (found == by_ir_.end()) return std::nullopt;
  return found->second;
}

std::optional<SearchGraph::Node> SearchGraph::FindOrAdd(const Evaluation& state) {
  if (const std::optional<Node> known = Find(state.next.ir)) return known;
  // A state without the edge that leads to it could not be reached.
  if (nodes_.size() >= limits_.nodes || edges_ >= limits_.edges) return std::nullopt;
  const auto node = static_cast<Node>(nodes_.size());
  nodes_.push_back({state.next.ir, state.cost.instructions, {}});
  by_ir_.emplace(state.next.ir, node);
  return node;
}

void SearchGraph::Visit(Node from, PassId pass, Node to) {
  std::vector<Edge>& edges = nodes_[from].edges;
  // The hash leaves out the order of use lists, so a pass may lead to several states.
  const auto found = std::ranges::find_if(
      edges, [&](const Edge& edge) { return edge.pass == pass && edge.to == to; });
  if (found != edges.end()) {
    ++found->visits;
  } else if (edges_ < limits_.edges) {
    edges.push_back({pass, to, 1});
    ++edges_;
  }
}

std::vector<std::uint64_t> SearchGraph::LowestReachable() const {
  std::vector<std::vector<Node>> sources(size());
  for (Node node = 0; node < size(); ++node) {
    for (const Edge& edge : edges(node)) sources[edge.to].push_back(node);
  }
  std::vector<Node> cheapest_first(size());
  std::iota(cheapest_first.begin(), cheapest_first.end(), Node{0});
  std::ranges::sort(cheapest_first, {}, [this](Node node) { return std::pair(cost(node), node); });

  // Walk backwards from the cheapest node: a node met for the first time can reach nothing better.
  constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::uint64_t> lowest(size(), kUnknown);
  std::vector<Node> waiting;
  const auto meet = [&](Node node, std::uint64_t value) {
    if (lowest[node] != kUnknown) return;
    lowest[node] = value;
    waiting.push_back(node);
  };
  for (const Node end : cheapest_first) {
    meet(end, cost(end));
    while (!waiting.empty()) {
      const Node node = waiting.back();
      waiting.pop_back();
      for (const Node source : sources[node]) meet(source, cost(end));
    }
  }
  return lowest;
}

std::vector<SearchGraph::Arrival> SearchGraph::Arrivals() const {
  std::vector<Arrival> arrivals(size());
  std::vector<Node> by_depth = {0};
  for (std::size_t i = 0; i < by_depth.size(); ++i) {
    const Node node = by_depth[i];
    for (const Edge& edge : edges(node)) {
      if (edge.to == 0 || arrivals[edge.to].depth != 0) continue;
      arrivals[edge.to] = {node, edge.pass, arrivals[node].depth + 1};
      by_depth.push_back(edge.to);
    }
  }
  return arrivals;
}

std::vector<TriedPass> SearchGraph::Tried(Node node, std::span<const std::uint64_t> lowest) const {
  std::map<PassId, TriedPass> by_pass;
  for (const Edge& edge : edges(node)) {
    const bool changed = edge.to != node;
    TriedPass& tried =
        by_pass.try_emplace(edge.pass, edge.pass, 0u, false, cost(node)).first->second;
    tried.visits += edge.visits;
    if (!changed) continue;
    tried.reachable = tried.changed ? std::min(tried.reachable, lowest[edge.to]) : lowest[edge.to];
    tried.changed = true;
  }
  std::vector<TriedPass> all;
  for (const auto& [pass, tried] : by_pass) all.push_back(tried);
  return all;
}

}  // namespace autotune
