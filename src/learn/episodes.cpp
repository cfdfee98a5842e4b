#include "learn/episodes.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <unordered_set>
#include <utility>

#include <tbb/parallel_for.h>

#include "core/random.h"
#include "search/list/minimize.h"

namespace autotune {
namespace {

/// Minimum fraction of new states for another list to be worth learning from.
constexpr double kNewStates = 0.25;
/// Passes tried in a state before the next state has its turn, since changing states takes time.
constexpr std::size_t kFanOutAtOnce = 16;
/// Ends examined for each episode wanted.
constexpr std::size_t kCandidates = 8;

/// A list as it was applied, in which every pass changes something.
struct Played {
  PassSequence passes;
  std::vector<Evaluation> states;  ///< root, then the state after each pass

  std::uint64_t cost() const { return states.back().cost.instructions; }
};

/// Carries the lowest reachable cost back along the list, since a full graph may lack it.
void CarryBack(Episode& episode) {
  for (std::size_t i = episode.passes.size(); i-- > 0;) {
    EpisodeStep& step = episode.steps[i];
    const std::uint64_t reachable = episode.steps[i + 1].reachable;
    step.reachable = std::min(step.reachable, reachable);
    const auto taken = std::ranges::find(step.tried, episode.passes[i], &TriedPass::pass);
    if (taken == step.tried.end() || !taken->changed) continue;
    taken->reachable = std::min(taken->reachable, reachable);
  }
}

class EpisodeMaker {
 public:
  EpisodeMaker(const EpisodeOptions& options, RecordingEvaluator& recorder, const Evaluation& root,
               Budget& budget)
      : options_(options), recorder_(recorder), root_(root), budget_(budget) {}

  Result<std::vector<Episode>> Run(const Best& best);

 private:
  Result<Played> Play(PassSequence passes);
  Result<Played> PlayMinimized(const PassSequence& passes, const Cost& cost,
                               Clock::time_point deadline);
  void FanOut(const Played& played, Clock::time_point deadline);
  std::vector<PassSequence> Untried(const Played& played) const;
  void AddOthers(Clock::time_point deadline);
  /// True if enough of the states are new.
  bool IsNew(const std::vector<Hash128>& states) const;
  void Take(Played played);
  std::vector<Episode> Describe() const;

  const EpisodeOptions& options_;
  RecordingEvaluator& recorder_;
  const Evaluation& root_;
  Budget& budget_;
  std::vector<Played> taken_;
  std::unordered_set<Hash128> met_;  ///< states of the lists taken
  /// Lowest cost of the lists taken; the largest number if there are none.
  std::uint64_t lowest_ = std::numeric_limits<std::uint64_t>::max();
};

Result<std::vector<Episode>> EpisodeMaker::Run(const Best& best) {
  const Clock::time_point begin = Clock::now();
  Result<Played> played = PlayMinimized(best.passes, best.cost, begin + options_.time / 4);
  if (!played) return played.error();
  Take(*std::move(played));
  if (options_.fan_out) FanOut(taken_.front(), begin + options_.time * 3 / 4);
  AddOthers(begin + options_.time);
  if (budget_.Interrupted()) return Error{ErrorCode::kCancelled, "stopped"};
  return Describe();
}

/// Applies a list until every remaining pass changes something. Dropped passes may have put use
/// lists in another order, so the rest is applied again as it stands.
Result<Played> EpisodeMaker::Play(PassSequence passes) {
  while (true) {
    Trace trace = recorder_.Apply(
        root_.next, passes, {.observe = {.features = true}, .retain = {.start = false}}, budget_);
    if (!trace.status.ok()) return trace.status.error();
    PassSequence active;
    for (std::size_t i = 0; i < passes.size(); ++i) {
      if (trace.steps[i].changed) active.push_back(passes[i]);
    }
    if (active.size() == passes.size()) {
      Played played{std::move(passes), {root_}};
      std::ranges::move(trace.steps, std::back_inserter(played.states));
      return played;
    }
    passes = std::move(active);
  }
}

Result<Played> EpisodeMaker::PlayMinimized(const PassSequence& passes, const Cost& cost,
                                           Clock::time_point deadline) {
  Budget budget({.deadline = deadline}, &budget_);
  return Play(Minimize({}, recorder_, root_, {passes, cost, 0}, budget).passes);
}

/// Tries every untried pass once in each state. Passes alternate between states, so that a short
/// time covers part of each state and not the first passes of the space.
void EpisodeMaker::FanOut(const Played& played, Clock::time_point deadline) {
  const Budget budget({.deadline = deadline}, &budget_);
  std::vector<PassSequence> untried = Untried(played);
  const auto try_some = [&](std::size_t i) {
    for (std::size_t n = 0; n < kFanOutAtOnce && !untried[i].empty(); ++n) {
      if (budget.Interrupted()) return;
      (void)recorder_.Apply(played.states[i].next, {&untried[i].back(), 1}, {}, budget);
      untried[i].pop_back();
    }
  };
  for (std::size_t done = 0; done < options_.actions; done += kFanOutAtOnce) {
    tbb::parallel_for(std::size_t{0}, untried.size(), try_some);
  }
}

/// Returns the untried passes of each state, in an order without pattern.
std::vector<PassSequence> EpisodeMaker::Untried(const Played& played) const {
  const SearchGraph graph = recorder_.graph();
  std::vector<PassSequence> untried;
  for (const Evaluation& state : played.states) {
    std::vector<bool> tried(options_.actions);
    if (const auto node = graph.Find(state.next.ir)) {
      for (const SearchGraph::Edge& edge : graph.edges(*node)) tried[edge.pass] = true;
    }
    PassSequence& passes = untried.emplace_back();
    for (std::size_t pass = 0; pass < tried.size(); ++pass) {
      if (!tried[pass]) passes.push_back(static_cast<PassId>(pass));
    }
    Random random(state.next.ir.low);
    for (std::size_t i = passes.size(); i > 1; --i)
      std::swap(passes[i - 1], passes[random.Below(i)]);
  }
  return untried;
}

/// Adds the shortest ways to states that are about as good as the best list and better than the
/// root.
void EpisodeMaker::AddOthers(Clock::time_point deadline) {
  const SearchGraph graph = recorder_.graph();
  const std::vector<SearchGraph::Arrival> arrivals = graph.Arrivals();
  const auto about_best =
      static_cast<std::uint64_t>(static_cast<double>(taken_.front().cost()) * (1 + options_.slack));
  const std::uint64_t limit = std::min(about_best, root_.cost.instructions - 1);
  std::vector<SearchGraph::Node> ends;
  for (SearchGraph::Node node = 1; node < graph.size(); ++node) {
    if (graph.cost(node) <= limit) ends.push_back(node);
  }
  std::ranges::sort(ends, {}, [&](SearchGraph::Node node) {
    return std::tuple(graph.cost(node), arrivals[node].depth, node);
  });
  std::size_t candidates = kCandidates * options_.count;
  for (const SearchGraph::Node end : ends) {
    if (taken_.size() >= options_.count || Clock::now() >= deadline) return;
    PassSequence passes;
    std::vector<Hash128> states;
    for (SearchGraph::Node node = end; node != 0; node = arrivals[node].from) {
      passes.push_back(arrivals[node].pass);
      states.push_back(graph.ir(node));
    }
    std::ranges::reverse(passes);
    // The fan-out may have found something better just beside the best list.
    if (!IsNew(states) && graph.cost(end) >= lowest_) continue;
    if (candidates-- == 0) return;
    const Result<Played> played =
        PlayMinimized(passes, {.instructions = graph.cost(end), .object_size = {}}, deadline);
    if (!played || played->cost() > limit) continue;
    states.clear();
    for (const Evaluation& state : played->states) states.push_back(state.next.ir);
    if (IsNew(states) || played->cost() < lowest_) Take(*played);
  }
}

bool EpisodeMaker::IsNew(const std::vector<Hash128>& states) const {
  const auto known =
      std::ranges::count_if(states, [&](const Hash128& ir) { return met_.contains(ir); });
  const std::size_t fresh = states.size() - static_cast<std::size_t>(known);
  return static_cast<double>(fresh) >= kNewStates * static_cast<double>(states.size());
}

void EpisodeMaker::Take(Played played) {
  for (const Evaluation& state : played.states) met_.insert(state.next.ir);
  lowest_ = std::min(lowest_, played.cost());
  taken_.push_back(std::move(played));
}

std::vector<Episode> EpisodeMaker::Describe() const {
  const SearchGraph graph = recorder_.graph();
  const std::vector<std::uint64_t> lowest = graph.LowestReachable();
  std::vector<Episode> episodes;
  for (const Played& played : taken_) {
    Episode episode{played.passes, {}};
    for (const Evaluation& state : played.states) {
      EpisodeStep step{*state.features, state.cost.instructions, state.cost.instructions, {}};
      // A full graph may lack the state.
      if (const auto node = graph.Find(state.next.ir)) {
        step.reachable = lowest[*node];
        step.tried = graph.Tried(*node, lowest);
      }
      episode.steps.push_back(std::move(step));
    }
    CarryBack(episode);
    episodes.push_back(std::move(episode));
  }
  std::ranges::sort(episodes, {}, [](const Episode& episode) {
    return std::tuple(episode.steps.back().cost, episode.passes.size(), episode.passes);
  });
  return episodes;
}

}  // namespace

Result<std::vector<Episode>> MakeEpisodes(const EpisodeOptions& options,
                                          RecordingEvaluator& recorder, const Evaluation& root,
                                          const Best& best, Budget& budget) {
  return EpisodeMaker(options, recorder, root, budget).Run(best);
}

}  // namespace autotune
