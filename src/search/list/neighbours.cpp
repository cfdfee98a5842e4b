#include "search/list/neighbours.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "search/list/edit_draw.h"

namespace autotune {
namespace {

/// Alternatives for a place; the first that changes something is meant.
constexpr std::size_t kCandidates = 4;

/// A list of `local`, with the states along it.
class KnownList : public EditedList {
 public:
  KnownList(const Solution& solution, const StateGraph& graph)
      : EditedList(solution.list), nodes_(solution.nodes), graph_(graph) {}

  std::uint64_t ValueAfter(std::size_t count) const override { return graph_.value(nodes_[count]); }
  Known KnownOf(std::size_t count, PassId pass) const override {
    switch (graph_.Kind(nodes_[count], pass)) {
      case StateGraph::Edge::kUntried: return Known::kNothing;
      case StateGraph::Edge::kLeads: return Known::kLeads;
      case StateGraph::Edge::kUnderWay:
      case StateGraph::Edge::kDead: break;
    }
    return Known::kUseless;
  }

 private:
  const std::vector<StateGraph::Node>& nodes_;
  const StateGraph& graph_;
};

}  // namespace

void Solution::Add(PassId pass, StateGraph::Node node) {
  list.push_back(pass);
  nodes.push_back(node);
  nodes.erase(std::ranges::find(nodes, node) + 1, nodes.end());
  list.resize(nodes.size() - 1);
}

EditPlace PlaceOf(const Solution& solution, const StateGraph& graph, std::size_t begin,
                  std::size_t end) {
  return PlaceOf(KnownList(solution, graph), begin, end);
}

Edit DrawEdit(const Solution& solution, const StateGraph& graph, EditPrior& prior,
              const PassCosts& costs, Random& random) {
  const KnownList known(solution, graph);
  const PassSequence& list = solution.list;
  EditDraw draw(prior, costs, random);
  const auto put = [&](std::size_t width) {
    const std::size_t begin = draw.Place(known, width);
    PassSequence passes = draw.Candidates(known, begin, begin + width, kCandidates);
    const std::size_t candidates = passes.size();
    return Edit{begin, begin + width, std::move(passes), candidates};
  };
  const std::uint64_t kind = random.Below(20);
  if (kind < 10 || list.empty()) return put(0);
  if (kind < 14) return put(1);
  if (kind < 16) {
    const std::size_t begin = draw.Place(known, 1);
    return {begin, begin + 1, draw.Candidates(known, begin, begin + 1, 2)};
  }
  const std::size_t at = random.Below(list.size());
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
