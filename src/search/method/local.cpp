#include "search/method/local.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/random.h"
#include "search/engine/guided_searcher.h"
#include "search/engine/job_loop.h"
#include "search/engine/stepper.h"
#include "search/learned/coreset.h"
#include "search/list/neighbours.h"
#include "search/list/openings.h"
#include "search/list/pass_costs.h"
#include "search/list/seeds.h"
#include "search/list/state_graph.h"

namespace autotune {
namespace {

using Node = StateGraph::Node;

constexpr std::size_t kMaxEditedLength = 200;
/// Neighbours in a row without anything new before the search waits for jobs under way.
constexpr int kEditAttempts = 1000;

/// A list on its way through the pipeline.
struct EditJob {
  std::optional<Opening::Kind> opening;  ///< kind of opening; none for a neighbour
  std::uint64_t epoch = 0;               ///< number of restarts before it was made
  Solution solution;                     ///< known beginning of the list
  PassSequence passes;                   ///< passes after the known beginning
  std::size_t candidates = 0;            ///< number of leading `passes` that are alternatives
  /// IRs along the end of the rival. From `tail[i]`, the results of the last `tail.size() - 1 - i`
  /// passes are known.
  std::vector<Hash128> tail;
  std::optional<LearnedProposals::Name> learned;  ///< name of a learned list; none for other lists
  std::uint64_t claimed = 0;
  std::optional<PassId> known;     ///< candidate that leads on, if that was known before
  std::optional<EditPlace> place;  ///< place of the candidates; none without candidates
  std::uint64_t rival = 0;         ///< objective of the list that it was made from

  std::shared_ptr<const Sighting> from;
  std::vector<Outcome> outcomes;
  std::size_t done = 0;  ///< passes done, of `passes`
  Status status;
};

class LocalSearch {
 public:
  LocalSearch(const LocalOptions& options, const ActionSpace& actions, const Stepper& stepper,
              Budget& budget, std::shared_ptr<const Sighting> root);

  /// Returns an error of the evaluator.
  Status Run();
  void Suggest(const PassSequence& list) { openings_.Suggest(list); }

 private:
  std::uint64_t ValueOf(const Solution& solution) const {
    return graph_.value(solution.nodes.back());
  }

  // Serial.
  void StartAnew();
  bool Make(EditJob& job);
  bool MakeLearned(EditJob& job);
  bool MakeOpening(EditJob& job);
  bool MakeNeighbour(EditJob& job);
  bool Start(EditJob& job);
  bool FollowKnown(EditJob& job) const;
  void Merge(EditJob& job);
  void Consider(EditJob& job);
  void Report(const EditJob& job, const std::vector<std::pair<PassId, bool>>& tried);
  void Restart();
  PassSequence NextStart();
  // Parallel.
  void Evaluate(EditJob& job) const;

  const LocalOptions& options_;
  const Stepper& stepper_;
  Budget& budget_;
  Random random_;
  EditPrior prior_;
  PassCosts costs_;
  std::vector<PassSequence> starts_;  ///< lists for restarts, in turn
  StateGraph graph_;
  Openings openings_;
  double spent_ = 0;  ///< cost so far, in units of `PassCosts`
  Solution current_;
  Solution best_;
  std::uint64_t epoch_ = 0;
  std::uint32_t vain_ = 0;  ///< neighbours since the last improvement of `current_`
  Status status_;
};

LocalSearch::LocalSearch(const LocalOptions& options, const ActionSpace& actions,
                         const Stepper& stepper, Budget& budget,
                         std::shared_ptr<const Sighting> root)
    : options_(options),
      stepper_(stepper),
      budget_(budget),
      random_(options.seed),
      prior_(options.learned ? EditPrior(actions) : EditPrior(actions, "")),
      costs_(actions, PassCosts::SourceFor(budget)),
      starts_(options.learned ? LearnedLists(actions) : std::vector<PassSequence>()),
      graph_(std::move(root), actions.size(), StateGraph::Ways::kAll),
      openings_(options, actions, costs_, budget, graph_.value(0)) {
  std::ranges::move(Coreset(actions), std::back_inserter(starts_));
}

Status LocalSearch::Run() {
  const auto over = [this] { return !status_.ok() || budget_.Exhausted(); };
  const auto run = [&](JobLoop<EditJob>& loop, bool (LocalSearch::*make)(EditJob&)) {
    loop.Run({.done = [&] { return over() || graph_.full(); },
              .make = [&](EditJob& job) { return (this->*make)(job); },
              .evaluate = [this](EditJob& job) { Evaluate(job); },
              .merge = [this](EditJob& job) { Merge(job); }});
  };
  const auto order = Order(budget_);
  JobLoop<EditJob> loop(options_.in_flight, order);
  while (!over()) {
    if (order == JobOrder::kRepeatable) {
      JobLoop<EditJob> learned(Openings::kLearnedInFlight, order);
      run(learned, &LocalSearch::MakeLearned);
    }
    run(loop, &LocalSearch::Make);
    if (!graph_.full()) break;
    StartAnew();
  }
  return status_;
}

/// Forgets everything except the best list.
void LocalSearch::StartAnew() {
  graph_.KeepOnly(0);
  openings_.RestartAlone(std::move(best_.list));
  best_ = current_ = Solution();
  ++epoch_;
}

bool LocalSearch::Make(EditJob& job) {
  if (MakeLearned(job)) return true;
  for (int attempt = 0; attempt < kEditAttempts; ++attempt) {
    if (MakeOpening(job)) return true;
    if (vain_ >= options_.patience) {
      Restart();
      continue;
    }
    job = EditJob();
    if (MakeNeighbour(job)) return true;
  }
  return false;
}

/// Makes an opening. Asks for a learned list if no other opening is there.
bool LocalSearch::MakeLearned(EditJob& job) {
  while (!MakeOpening(job)) {
    if (budget_.Exhausted()) return false;
    if (!openings_.Refill({best_.list, ValueOf(best_), spent_})) return false;
  }
  return true;
}

bool LocalSearch::MakeOpening(EditJob& job) {
  while (!openings_.empty()) {
    const Opening& opening = openings_.front();
    job = EditJob();
    job.opening = opening.kind;
    job.passes = opening.list;
    job.learned = opening.learned;
    const bool started = Start(job);
    if (!started && budget_.Exhausted()) return false;  // there may be another turn
    openings_.Pop(started);
    if (started) return true;
  }
  return false;
}

bool LocalSearch::MakeNeighbour(EditJob& job) {
  Edit edit = DrawEdit(current_, graph_, prior_, costs_, random_);
  if (edit.passes.empty() && edit.begin == edit.end) return false;
  if (edit.candidates > 0) {
    job.place = PlaceOf(current_, graph_, edit.begin, edit.end);
    job.rival = ValueOf(current_);
  }
  const PassSequence& list = current_.list;
  const auto at = [](const auto& v, std::size_t i) {
    return v.begin() + static_cast<std::ptrdiff_t>(i);
  };
  job.solution.list.assign(list.begin(), at(list, edit.begin));
  job.solution.nodes.assign(current_.nodes.cbegin(), at(current_.nodes, edit.begin + 1));
  job.passes = std::move(edit.passes);
  job.passes.insert(job.passes.end(), at(list, edit.end), list.end());
  if (edit.begin + job.passes.size() > kMaxEditedLength) return false;
  job.candidates = edit.candidates;
  for (std::size_t i = edit.end; i < current_.nodes.size(); ++i) {
    job.tail.push_back(graph_.at(current_.nodes[i])->state.ir);
  }
  return Start(job);
}

/// Claims evaluations for the list. Returns false if the rest of the list is known, which is then
/// considered, or under way, or if the budget is spent.
bool LocalSearch::Start(EditJob& job) {
  job.epoch = epoch_;
  const bool known = FollowKnown(job);
  job.passes.erase(job.passes.begin(), job.passes.begin() + static_cast<std::ptrdiff_t>(job.done));
  job.candidates -= std::min(job.candidates, job.done);
  job.done = 0;
  if (known) {
    Consider(job);
    return false;
  }
  const Node node = job.solution.nodes.back();
  const PassId pass = job.passes.front();
  if (!job.opening && graph_.Kind(node, pass) == StateGraph::Edge::kUnderWay) {
    return false;
  }
  job.claimed = budget_.Claim(job.passes.size());
  if (job.claimed == 0) return false;
  if (graph_.Kind(node, pass) == StateGraph::Edge::kUntried) graph_.SetUnderWay(node, pass);
  job.from = graph_.at(node);
  return true;
}

/// Follows the known part of the list. Returns true if all of it is known.
bool LocalSearch::FollowKnown(EditJob& job) const {
  while (job.done < job.passes.size()) {
    const PassId pass = job.passes[job.done];
    const Node node = job.solution.nodes.back();
    const auto kind = graph_.Kind(node, pass);
    if (kind == StateGraph::Edge::kUntried || kind == StateGraph::Edge::kUnderWay) return false;
    ++job.done;
    if (kind == StateGraph::Edge::kDead) continue;
    job.solution.Add(pass, graph_.Next(node, pass));
    if (job.done <= job.candidates) job.known = pass;
    job.done = std::max(job.done, job.candidates);
  }
  return true;
}

void LocalSearch::Evaluate(EditJob& job) const {
  std::shared_ptr<const Sighting> at = job.from;
  while (job.done < job.passes.size() && job.outcomes.size() < job.claimed) {
    // Keep only states that took long to reach: most lists are no better, and nobody comes back to
    // them.
    const std::size_t after =
        std::min(job.passes.size() - std::max(job.done + 1, job.candidates),
                 static_cast<std::size_t>(job.claimed) - job.outcomes.size() - 1);
    // An opening may be best cut short, since nothing is known of it. Its last pass may fail, and
    // what a restart begins with has to be known.
    const bool more = job.opening != Opening::Kind::kRestart && after > (job.opening ? 1U : 0U);
    auto outcome = stepper_.Try(*at, job.passes[job.done], {.start = at == job.from, .path = true},
                                more, job.opening.has_value());
    if (!outcome.ok()) {
      job.status = outcome.error();
      return;
    }
    ++job.done;
    job.outcomes.push_back(*outcome);
    if (outcome->sighting) {
      at = outcome->sighting;
      job.done = std::max(job.done, job.candidates);
    }
    const std::size_t left = job.passes.size() - job.done;
    if (job.done >= job.candidates && left < job.tail.size() &&
        job.tail[job.tail.size() - 1 - left] == at->state.ir) {
      return;
    }
  }
}

void LocalSearch::Merge(EditJob& job) {
  if (job.learned) openings_.EndLearned();
  budget_.Return(job.claimed - job.outcomes.size());
  Node at = job.solution.nodes.back();
  graph_.Release(at, job.passes.front());
  if (!job.status.ok()) {
    if (job.status.error().code != ErrorCode::kCancelled) status_ = job.status;
    return;
  }
  if (job.opening && job.done < job.passes.size()) {
    // The turn ended in the middle of the list.
    PassSequence list = job.solution.list;
    list.insert(list.end(), job.passes.begin(), job.passes.end());
    openings_.PutBack({*job.opening, std::move(list), job.learned});
    job.opening = Opening::Kind::kFirst;
    job.learned.reset();
  }
  std::vector<std::pair<PassId, bool>> tried;
  for (Outcome& outcome : job.outcomes) {
    const PassId pass = outcome.pass;
    costs_.Record(pass, outcome.nanoseconds);
    spent_ += costs_.Expected(pass);
    if (job.place) tried.emplace_back(pass, outcome.sighting != nullptr);
    const auto next = graph_.Record(at, std::move(outcome));
    if (!next) continue;
    at = *next;
    job.solution.Add(pass, at);
  }
  FollowKnown(job);
  if (job.place) Report(job, tried);
  Consider(job);
}

/// Reports the results of the candidates. `tried` holds each pass tried, in order, and whether it
/// changed something.
void LocalSearch::Report(const EditJob& job, const std::vector<std::pair<PassId, bool>>& tried) {
  const auto lowest =
      std::ranges::min(job.solution.nodes, {}, [this](Node node) { return graph_.value(node); });
  const std::uint64_t value = graph_.value(lowest);
  const auto result = value < job.rival    ? EditTrial::Result::kBetter
                      : value == job.rival ? EditTrial::Result::kEqual
                                           : EditTrial::Result::kWorse;
  const auto report = [&](PassId pass, EditTrial::Result its) {
    prior_.Learn(*job.place, pass, its == EditTrial::Result::kBetter);
    if (options_.on_trial) options_.on_trial({*job.place, pass, its});
  };
  if (job.known) report(*job.known, result);
  for (std::size_t i = 0; i < std::min(job.candidates, tried.size()); ++i) {
    const auto& [pass, leads] = tried[i];
    report(pass, leads ? result : EditTrial::Result::kDead);
    if (leads) return;
  }
}

/// Takes the best prefix of the known part of a list, if it is good enough.
void LocalSearch::Consider(EditJob& job) {
  Solution& solution = job.solution;
  const auto best = std::ranges::min_element(solution.nodes, {},
                                             [this](Node node) { return graph_.value(node); });
  const auto length = static_cast<std::size_t>(best - solution.nodes.begin());
  solution.list.resize(length);
  solution.nodes.resize(length + 1);

  const std::uint64_t value = ValueOf(solution);
  if (job.opening == Opening::Kind::kReference) openings_.SeeReference(value);
  if (job.learned) openings_.Observe(*job.learned, value);
  const bool cheaper =
      value == ValueOf(best_) && costs_.Expected(solution.list) < costs_.Expected(best_.list);
  if (value < ValueOf(best_) || cheaper) best_ = solution;
  const bool better = value < ValueOf(current_);
  if (!job.opening) {
    if (job.epoch != epoch_) return;
    vain_ = better ? 0 : vain_ + 1;
    if (value > ValueOf(current_)) return;
  } else if (job.opening != Opening::Kind::kRestart && !better) {
    return;
  }
  if (job.opening == Opening::Kind::kRestart) vain_ = 0;
  current_ = std::move(solution);
}

void LocalSearch::Restart() {
  vain_ = 0;
  openings_.Restart(NextStart());
  ++epoch_;
}

/// Returns the list of the next restart: in turn the best list with random changes, and a published
/// or learned one.
PassSequence LocalSearch::NextStart() {
  const bool anew = epoch_ % 2 == 1;
  if (anew && !starts_.empty()) return starts_[epoch_ / 2 % starts_.size()];
  return Kicked(best_.list, options_.kick, graph_.actions(), random_);
}

}  // namespace

std::unique_ptr<Searcher> MakeLocalSearcher(const LocalOptions& options, const ActionSpace& actions,
                                            Evaluator& evaluator) {
  assert(actions.size() > 0 && options.patience > 0 && options.in_flight > 0);
  return std::make_unique<GuidedSearcher<LocalOptions, LocalSearch>>(options, actions, evaluator,
                                                                     nullptr);
}

}  // namespace autotune
