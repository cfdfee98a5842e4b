#include "search/neighbours.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "search/draw.h"

namespace autotune {
namespace {

using Node = StateGraph::Node;

/// Passes of which the first that changes something is meant.
constexpr std::size_t kCandidates = 4;

/// Passes that are not known to do nothing there. One that is known to do something is the
/// last.
PassSequence DrawCandidates(Node node, const StateGraph& graph, double prior_share,
                            Random& random) {
  const std::size_t actions = graph.actions();
  std::vector<float> weights(actions);
  for (PassId pass = 0; pass < actions; ++pass) {
    const auto kind = graph.Kind(node, pass);
    if (kind == StateGraph::Edge::kDead || kind == StateGraph::Edge::kUnderWay) continue;
    weights[pass] = static_cast<float>(
        prior_share * std::exp(static_cast<double>(graph.at(node)->log_prior[pass])) +
        (1 - prior_share) / static_cast<double>(actions));
  }
  PassSequence candidates;
  while (candidates.size() < kCandidates) {
    const auto pass = Draw(weights, random);
    if (!pass) break;
    candidates.push_back(*pass);
    weights[*pass] = 0;
    if (graph.Kind(node, *pass) == StateGraph::Edge::kLeads) break;
  }
  return candidates;
}

}  // namespace

Edit DrawEdit(const Solution& solution, const StateGraph& graph, double prior_share,
              Random& random) {
  const PassSequence& list = solution.list;
  const auto candidates_at = [&](std::size_t at) {
    return DrawCandidates(solution.nodes[at], graph, prior_share, random);
  };
  const std::uint64_t kind = random.Below(20);
  if (kind < 10 || list.empty()) {
    const std::size_t at = random.Below(list.size() + 1);
    PassSequence passes = candidates_at(at);
    const std::size_t candidates = passes.size();
    return {at, at, std::move(passes), candidates};
  }
  const std::size_t at = random.Below(list.size());
  if (kind < 14) {
    PassSequence passes = candidates_at(at);
    const std::size_t candidates = passes.size();
    return {at, at + 1, std::move(passes), candidates};
  }
  if (kind < 16) {
    PassSequence passes = candidates_at(at);
    passes.resize(std::min<std::size_t>(passes.size(), 2));
    return {at, at + 1, std::move(passes)};
  }
  if (kind < 18 && at + 1 < list.size()) return {at, at + 2, {list[at + 1], list[at]}};
  return {at, at + 1, {}};
}

PassSequence Kicked(PassSequence list, std::uint32_t changes, std::size_t actions, Random& random) {
  for (std::uint32_t i = 0; i < changes; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(random.Below(list.size() + 1));
    const auto pass = static_cast<PassId>(random.Below(actions));
    if (random.Below(2) == 0 || list.empty()) {
      list.insert(list.begin() + at, pass);
    } else {
      list.erase(list.begin() + at % static_cast<std::ptrdiff_t>(list.size()));
    }
  }
  return list;
}

}  // namespace autotune
