#include "search/neighbours.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "search/draw.h"

namespace autotune {
namespace {

using Node = StateGraph::Node;

/// Passes of which the first that changes something is meant.
constexpr std::size_t kCandidates = 4;

// What the prior draws; the rest is drawn evenly, since it knows other programs only.
constexpr double kPassShare = 0.7;
constexpr std::uint64_t kPlacePercent = 75;

bool IsWorthTrying(StateGraph::Edge kind) {
  return kind != StateGraph::Edge::kDead && kind != StateGraph::Edge::kUnderWay;
}

/// Draws changes of one list.
class EditDraw {
 public:
  EditDraw(const Solution& solution, const StateGraph& graph, EditPrior& prior,
           const PassCosts& costs, Random& random)
      : solution_(solution), graph_(graph), prior_(prior), costs_(costs), random_(random) {}

  /// A pass put somewhere, for `width` others: 0 or 1.
  Edit Put(std::size_t width) {
    const std::size_t begin = DrawPlace(width);
    PassSequence passes = DrawCandidates(begin, begin + width, kCandidates);
    const std::size_t candidates = passes.size();
    return {begin, begin + width, std::move(passes), candidates};
  }

  /// Two passes for another.
  Edit PutTwo() {
    const std::size_t begin = DrawPlace(1);
    PassSequence passes = DrawCandidates(begin, begin + 1, 2);
    return {begin, begin + 1, std::move(passes)};
  }

 private:
  const std::vector<float>& Chances(std::size_t begin, std::size_t end) {
    return prior_.Chances(PlaceOf(solution_, graph_, begin, end));
  }

  double Worth(const std::vector<float>& chances, PassId pass) const {
    return static_cast<double>(chances[pass]) / std::sqrt(costs_.Expected(pass));
  }

  std::size_t DrawPlace(std::size_t width) {
    const std::size_t places = solution_.list.size() + 1 - width;
    if (random_.Below(100) >= kPlacePercent) return random_.Below(places);
    std::vector<float> weights(places);
    double rest = 2;  // to try the pass and what comes next, at least
    for (std::size_t at = places; at-- > 0;) {
      if (at + width < solution_.list.size()) rest += costs_.Expected(solution_.list[at + width]);
      const std::vector<float>& chances = Chances(at, at + width);
      double worth = 0;
      for (PassId pass = 0; pass < chances.size(); ++pass) {
        if (IsWorthTrying(graph_.Kind(solution_.nodes[at], pass))) worth += Worth(chances, pass);
      }
      weights[at] = static_cast<float>(worth / std::sqrt(rest));
    }
    const auto drawn = Draw(weights, random_);
    return drawn ? *drawn : random_.Below(places);
  }

  /// So many passes that are not known to do nothing there. One that is known to do something is
  /// the last.
  PassSequence DrawCandidates(std::size_t begin, std::size_t end, std::size_t count) {
    const Node node = solution_.nodes[begin];
    const std::vector<float>& chances = Chances(begin, end);
    double total = 0;
    for (PassId pass = 0; pass < chances.size(); ++pass) total += Worth(chances, pass);
    std::vector<float> weights(chances.size());
    for (PassId pass = 0; pass < weights.size(); ++pass) {
      if (!IsWorthTrying(graph_.Kind(node, pass))) continue;
      weights[pass] = static_cast<float>(kPassShare * Worth(chances, pass) / total +
                                         (1 - kPassShare) / static_cast<double>(weights.size()));
    }
    PassSequence candidates;
    while (candidates.size() < count) {
      const auto pass = Draw(weights, random_);
      if (!pass) break;
      candidates.push_back(*pass);
      weights[*pass] = 0;
      if (graph_.Kind(node, *pass) == StateGraph::Edge::kLeads) break;
    }
    return candidates;
  }

  const Solution& solution_;
  const StateGraph& graph_;
  EditPrior& prior_;
  const PassCosts& costs_;
  Random& random_;
};

}  // namespace

EditPlace PlaceOf(const Solution& solution, const StateGraph& graph, std::size_t begin,
                  std::size_t end) {
  const PassSequence& list = solution.list;
  const auto value = [&](Node node) { return static_cast<double>(graph.at(node)->value) + 1; };
  EditPlace place{.before = {},
                  .after = {},
                  .replaces = end > begin,
                  .passes_before = begin,
                  .passes_after = list.size() - end,
                  .excess = std::log(value(solution.nodes[begin]) / value(solution.nodes.back()))};
  if (begin > 0) place.before = list[begin - 1];
  if (end < list.size()) place.after = list[end];
  return place;
}

Edit DrawEdit(const Solution& solution, const StateGraph& graph, EditPrior& prior,
              const PassCosts& costs, Random& random) {
  const PassSequence& list = solution.list;
  EditDraw draw(solution, graph, prior, costs, random);
  const std::uint64_t kind = random.Below(20);
  if (kind < 10 || list.empty()) return draw.Put(0);
  if (kind < 14) return draw.Put(1);
  if (kind < 16) return draw.PutTwo();
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
