#include "search/plan/function_search.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include "search/method/local.h"

namespace autotune {
namespace {

/// Part of a function that its first turn is expected to gain.
constexpr double kFirstHope = 0.05;
/// Weight of the last turn in what the next one is expected to gain.
constexpr double kLastTurn = 0.5;
/// Least expected gain of the next turn, as a part of the function, times n² + 1 after n turns.
constexpr double kLastHope = 0.01;
/// Instructions whose passes take as long as calling a worker does.
constexpr std::uint64_t kCallCost = 100;
/// Evaluations of a turn times instructions, beyond the least. One turn of a function of thousands
/// would otherwise take seconds.
constexpr std::uint64_t kTurnWork = 20'000;
/// Evaluations of a turn of the smallest function. A larger one has one more for each instruction.
constexpr std::uint64_t kLeastTurn = 10;
/// Lists of other functions that are suggested for a turn.
constexpr std::size_t kSuggestions = 2;
/// Searches that are kept between turns. Each takes some 100 KB; the others begin with their list.
constexpr std::size_t kKeptSearches = 1000;

/// Lists that every function begins with, if the space has their passes.
constexpr std::string_view kFirstLists[][3] = {
    {"function(function-simplification<Oz>)"},
    {"function(function-simplification<O1>)", "function(instcombine<no-verify-fixpoint>)",
     "function(simplifycfg<hoist-common-insts;sink-common-insts;no-keep-loops>)"},
    {"function(gvn)", "function(dse)",
     "function(simplifycfg<hoist-common-insts;sink-common-insts;no-keep-loops>)"},
};

/// One function and its search.
struct Site {
  std::uint64_t size = 0;          ///< instructions
  std::optional<Evaluation> root;  ///< none until it is loaded
  std::unique_ptr<Searcher> searcher;
  std::unique_ptr<Budget> budget;
  OnBest on_best;
  std::uint64_t start_value = 0;  ///< of the root, by the objective
  std::uint64_t value = 0;        ///< of `best`
  PassSequence best;
  double hope = 0;                   ///< gain that the next turn is expected to make
  std::uint64_t turns = 0;           ///< whole ones
  bool ended = false;                ///< nothing is left to try, or nothing can be
  std::set<PassSequence> suggested;  ///< lists of others, and its own that were offered to others

  std::uint64_t gain() const { return root ? start_value - value : 0; }
  double rate() const { return hope / static_cast<double>(kCallCost + size); }
};

/// A turn of one function.
struct Turn {
  std::size_t index;                ///< number of the function
  std::uint64_t gain_before;        ///< gain of its earlier turns
  std::vector<PassSequence> lists;  ///< lists to try first
  std::uint64_t evaluations;        ///< of the turn, at most
  bool whole;                       ///< no evaluations were cut for lack of them
};

}  // namespace

class FunctionSearch::Impl {
 public:
  Impl(const FunctionSearchOptions& options, const ActionSpace& actions, Evaluator& evaluator,
       const std::vector<std::uint64_t>& sizes, Load load)
      : options_(options), actions_(actions), evaluator_(evaluator), load_(std::move(load)) {
    assert(options.turn > 0 && options.turns_at_once > 0);
    sites_.resize(sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      sites_[i].size = sizes[i];
      sites_[i].hope = kFirstHope * static_cast<double>(sizes[i]);
    }
    if (!options.first.empty()) first_.push_back(options.first);
    for (const auto& list : kFirstLists) {
      PassSequence passes;
      for (const std::string_view pass : list) {
        if (const auto id = actions.Find(pass); id.ok()) passes.push_back(*id);
      }
      if (!passes.empty()) first_.push_back(std::move(passes));
    }
  }

  void Run(Budget& budget, const OnProgress& on_progress) {
    while (!budget.Exhausted()) {
      const std::vector<Turn> turns = Turns(budget);
      if (turns.empty()) return;
      tbb::parallel_for(
          std::size_t{0}, turns.size(),
          [&](std::size_t i) {
            // A thread that waits in there must not begin another function.
            tbb::this_task_arena::isolate([&] { Take(turns[i], budget); });
          },
          tbb::simple_partitioner());
      for (const Turn& turn : turns) Account(turn);
      if (!on_progress(gain(), budget.used())) return;
    }
  }

  std::uint64_t gain() const {
    return std::accumulate(sites_.begin(), sites_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Site& site) { return sum + site.gain(); });
  }

  std::vector<Found> found() const {
    std::vector<Found> found;
    for (const Site& site : sites_) {
      found.push_back({site.turns > 0 ? site.best : options_.first, site.gain()});
    }
    return found;
  }

 private:
  /// Returns the functions that promise most, the best first.
  std::vector<std::size_t> Next() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      if (!sites_[i].ended) order.push_back(i);
    }
    std::ranges::stable_sort(order, std::greater<>(),
                             [this](std::size_t i) { return sites_[i].rate(); });
    if (order.size() > options_.turns_at_once) order.resize(options_.turns_at_once);
    return order;
  }

  /// Returns the next turns, each with its share of the evaluations that are left: who comes first
  /// must not decide who gets the last ones.
  std::vector<Turn> Turns(const Budget& budget) {
    std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
    if (const auto limit = budget.limits().evaluations) {
      left = *limit - std::min(*limit, budget.used());
    }
    std::vector<Turn> turns;
    for (const std::size_t index : Next()) {
      if (left == 0) break;
      Site& site = sites_[index];
      Turn turn{index, site.gain(), Suggestions(site), 0, true};
      if (site.turns == 0) turn.lists.insert(turn.lists.begin(), first_.begin(), first_.end());
      turn.evaluations = std::min({options_.turn, kLeastTurn + site.size,
                                   kLeastTurn + kTurnWork / (kCallCost + site.size)});
      for (const PassSequence& list : turn.lists) turn.evaluations += list.size();
      turn.whole = turn.evaluations <= left;
      turn.evaluations = std::min(turn.evaluations, left);
      left -= turn.evaluations;
      turns.push_back(std::move(turn));
    }
    return turns;
  }

  void Take(const Turn& turn, Budget& budget) {
    Site& site = sites_[turn.index];
    if (!site.root) {
      const Result<Evaluation> root = load_(turn.index, budget);
      if (!root.ok()) {
        site.ended = root.error().code != ErrorCode::kCancelled;
        return;
      }
      site.root = *root;
      site.start_value = site.value = Value(root->cost, options_.objective);
    }
    if (!site.searcher) Begin(site, turn.index, budget);
    for (const PassSequence& list : turn.lists) site.searcher->Suggest(list);
    const std::uint64_t before = site.budget->used();
    site.budget->Extend({.evaluations = before + turn.evaluations});
    const Result<Best> best = site.searcher->Run(*site.root, *site.budget, site.on_best);
    const bool cancelled = !best.ok() && best.error().code == ErrorCode::kCancelled;
    site.ended |= (!best.ok() && !cancelled) || site.budget->used() == before;
    // In a turn that was cut short, the first list may not have been tried.
    if (turn.whole && !budget.Interrupted()) ++site.turns;
  }

  void Begin(Site& site, std::size_t index, Budget& budget) {
    LocalOptions local;
    local.objective = options_.objective;
    local.seed = options_.seed + index;
    local.in_flight = 1;  // there are enough functions for all threads
    local.begins_with_learned = false;
    local.learned = options_.learned;
    site.searcher = MakeLocalSearcher(local, actions_, evaluator_);
    site.budget = std::make_unique<Budget>(Budget::Limits{}, &budget);
    site.on_best = [&site, this](const Best& found) {
      const std::uint64_t value = Value(found.cost, options_.objective);
      if (value > site.value || (value == site.value && !site.best.empty())) return;
      site.value = value;
      site.best = value < site.start_value ? found.passes : PassSequence();
    };
    if (!site.best.empty()) site.searcher->Suggest(site.best);
  }

  /// Returns the lists that helped other functions most and that this one has not tried.
  std::vector<PassSequence> Suggestions(Site& site) const {
    std::vector<PassSequence> lists;
    for (const auto& [worth, list] : donors_) {
      if (lists.size() == kSuggestions) break;
      if (site.suggested.insert(list).second) lists.push_back(list);
    }
    return lists;
  }

  /// Judges a turn by what it gained.
  void Account(const Turn& turn) {
    Site& site = sites_[turn.index];
    const auto gain = static_cast<double>(site.gain() - turn.gain_before);
    site.hope = (1 - kLastTurn) * site.hope + kLastTurn * gain;
    site.hope = std::max(site.hope, kLastHope * static_cast<double>(site.size) /
                                        static_cast<double>(site.turns * site.turns + 1));
    if (gain > 0) Donate(site);
    if (sites_.size() > kKeptSearches) site.searcher.reset();
  }

  void Donate(Site& site) {
    site.suggested.insert(site.best);
    double& worth = worths_[site.best];
    std::erase_if(donors_, [&](const auto& donor) { return donor.second == site.best; });
    worth += static_cast<double>(site.gain()) / static_cast<double>(site.start_value);
    donors_.emplace_back(worth, site.best);
    std::ranges::stable_sort(donors_, std::greater<>(),
                             [](const auto& donor) { return donor.first; });
  }

  const FunctionSearchOptions options_;
  const ActionSpace& actions_;
  Evaluator& evaluator_;
  const Load load_;
  std::vector<Site> sites_;
  std::vector<PassSequence> first_;
  std::map<PassSequence, double> worths_;
  std::vector<std::pair<double, PassSequence>> donors_;  ///< the most helpful first
};

ActionSpace FunctionActions(const ActionSpace& actions) {
  std::vector<Action> kept;
  for (const Action& action : actions.actions()) {
    if (action.pipeline.starts_with("function(")) kept.push_back(action);
  }
  return {actions.name() + ", functions", std::move(kept), {}};
}

FunctionSearch::FunctionSearch(const FunctionSearchOptions& options, const ActionSpace& actions,
                               Evaluator& evaluator, const std::vector<std::uint64_t>& sizes,
                               Load load)
    : impl_(std::make_unique<Impl>(options, actions, evaluator, sizes, std::move(load))) {}

FunctionSearch::~FunctionSearch() = default;

void FunctionSearch::Run(Budget& budget, const OnProgress& on_progress) {
  impl_->Run(budget, on_progress);
}

std::vector<FunctionSearch::Found> FunctionSearch::found() const { return impl_->found(); }

std::uint64_t FunctionSearch::gain() const { return impl_->gain(); }

}  // namespace autotune
