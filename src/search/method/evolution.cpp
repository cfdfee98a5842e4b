#include "search/method/evolution.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/random.h"
#include "search/engine/best_so_far.h"
#include "search/engine/guided_searcher.h"
#include "search/engine/job_loop.h"
#include "search/list/mutation.h"
#include "search/list/pass_costs.h"
#include "search/list/population.h"
#include "search/list/seeds.h"
#include "search/list/transitions.h"

namespace autotune {
namespace {

constexpr std::size_t kMaxLength = 200;
/// Passes asked for in one call once the edit is behind. After each call the state may turn out to
/// be known.
constexpr std::size_t kChunk = 4;
/// Mutations in a row without anything new before the search waits for lists under way.
constexpr int kOffspringAttempts = 200;

/// Origin of a variant.
struct Origin {
  Mutation mutation;
  std::uint64_t value;  ///< objective of the parent
  std::size_t length;   ///< passes of the parent
};

/// A list on its way through the pipeline. It belongs to the serial stage, except the last members
/// while it is evaluated.
struct OffspringJob {
  PassSequence list;
  std::size_t known = 0;  ///< passes of `list` that lead to `start`
  ProgramState start;
  std::size_t edited = 1;      ///< passes after the known ones that nobody has tried here
  std::size_t candidates = 0;  ///< as in `Variant`, right after `known`
  /// IRs along the end of the parent. From `tail[i]`, the last `tail.size() - 1 - i` passes lead to
  /// the same states as in the parent.
  std::vector<Hash128> tail;
  std::optional<Origin> origin;
  bool confirms = false;  ///< true if it checks a prediction
  std::uint64_t claimed = 0;

  std::vector<std::pair<Hash128, PassId>> tried;
  std::vector<Transition> outcomes;        ///< effects of the passes in `tried`
  std::vector<std::uint64_t> nanoseconds;  ///< times of the passes in `tried`
  std::optional<Evaluation> best;          ///< best state reached; measured, not predicted
  Status status;
};

class Evolution {
 public:
  Evolution(const EvolutionOptions& options, const ActionSpace& actions, Evaluator& evaluator,
            Budget& budget, const Evaluation& root, BestSoFar& best);

  /// Returns an error of the evaluator. May be called again.
  Status Run();
  void Suggest(const PassSequence& list) {
    queue_.insert(queue_.begin() + static_cast<std::ptrdiff_t>(suggested_++), list);
  }

 private:
  /// Objective, length, passes; less is better.
  using Key = std::tuple<std::uint64_t, std::size_t, PassSequence>;

  std::uint64_t ValueOf(const Evaluation& e) const { return Value(e.cost, options_.objective); }

  // Serial stage.
  void Merge(OffspringJob& job);
  bool Fill(OffspringJob& job);
  bool FillFromQueue(OffspringJob& job);
  bool FillByMutation(OffspringJob& job);
  bool Start(OffspringJob& job, const Walk& walk);
  Population::Admission Consider(std::vector<Step> steps);
  double Gain(const Origin& origin, const Population::Admission& admission) const;
  // Parallel stage.
  void Evaluate(OffspringJob& job) const;
  void Note(OffspringJob& job, const ProgramState& from, PassId pass, const Evaluation* evaluation,
            std::uint64_t waited = 0) const;

  const EvolutionOptions& options_;
  const Evaluation root_;
  Evaluator& evaluator_;
  Budget& budget_;
  BestSoFar& best_;
  Random random_;
  Transitions transitions_;
  PassCosts costs_;
  Population population_;
  Mutator mutator_;

  std::deque<PassSequence> queue_;    ///< lists to evaluate, the first first
  std::size_t suggested_ = 0;         ///< lists suggested since the last run, in front
  std::deque<PassSequence> confirm_;  ///< lists to evaluate before the queue, without predictions
  std::set<PassSequence> confirmed_;  ///< lists that were in `confirm_` once
  Key exact_best_;
  Status status_;
};

Evolution::Evolution(const EvolutionOptions& options, const ActionSpace& actions,
                     Evaluator& evaluator, Budget& budget, const Evaluation& root, BestSoFar& best)
    : options_(options),
      root_(root),
      evaluator_(evaluator),
      budget_(budget),
      best_(best),
      random_(options.seed),
      transitions_(root.next.ir),
      costs_(actions, PassCosts::SourceFor(budget)),
      population_(options.population, {{}, root.next.ir, ValueOf(root)}, costs_),
      mutator_({{}, root.next.ir, ValueOf(root)}, Donors(actions, options.learned),
               options.learned ? EditPrior(actions) : EditPrior(actions, ""), costs_),
      exact_best_(ValueOf(root), 0, PassSequence()) {
  std::ranges::move(Seeds(actions, options.learned), std::back_inserter(queue_));
}

Status Evolution::Run() {
  suggested_ = 0;  // lists suggested before the run are in the queue, in front
  JobLoop<OffspringJob>(options_.in_flight, Order(budget_))
      .Run({.done = [this] { return !status_.ok() || budget_.Exhausted(); },
            .make = [this](OffspringJob& job) { return Fill(job); },
            .evaluate = [this](OffspringJob& job) { Evaluate(job); },
            .merge = [this](OffspringJob& job) { Merge(job); }});
  return status_;
}

void Evolution::Merge(OffspringJob& job) {
  budget_.Return(job.claimed - job.tried.size());
  transitions_.Release(job.start.ir, job.list[job.known]);
  double cost = 0;
  for (std::size_t i = 0; i < job.tried.size(); ++i) {
    const auto& [ir, pass] = job.tried[i];
    transitions_.Record(ir, pass, job.outcomes[i]);
    costs_.Record(pass, job.nanoseconds[i]);
    cost += costs_.Expected(pass);
  }
  if (job.best) {
    const PassSequence& applied = job.best->next.applied;
    exact_best_ = std::min(exact_best_, Key(ValueOf(*job.best), applied.size(), applied));
  }
  if (!job.status.ok()) {
    if (job.status.error().code != ErrorCode::kCancelled) status_ = job.status;
    return;
  }
  // The turn may have ended in the middle of the list.
  if (job.confirms && job.tried.size() < job.list.size()) {
    confirm_.push_front(std::move(job.list));
    return;
  }
  Walk walk = transitions_.Follow(job.list);
  if (walk.known < job.list.size() && (!job.origin || job.tried.size() < job.claimed)) {
    queue_.push_front(std::move(job.list));
    return;
  }
  const auto admission = Consider(std::move(walk.steps));
  if (!job.origin) return;
  mutator_.Learn(job.origin->mutation, Gain(*job.origin, admission), cost + 2);
}

double Evolution::Gain(const Origin& origin, const Population::Admission& admission) const {
  if (!admission.admitted || admission.value > origin.value) return 0;
  if (admission.value < origin.value) return 1;
  return admission.length < origin.length ? 0.1 : 0;
}

/// Offers the population a list, as far as the transitions predict it. Has it confirmed if it may
/// be the best.
Population::Admission Evolution::Consider(std::vector<Step> steps) {
  PassSequence passes = Passes(steps);
  const auto admission = population_.Admit(std::move(steps));
  passes.resize(admission.length);
  if (Key(admission.value, admission.length, passes) < exact_best_ &&
      confirmed_.insert(passes).second) {
    confirm_.push_back(std::move(passes));
  }
  return admission;
}

bool Evolution::Fill(OffspringJob& job) {
  if (FillFromQueue(job)) return true;
  for (int attempt = 0; attempt < kOffspringAttempts; ++attempt) {
    if (FillByMutation(job) || FillFromQueue(job)) return true;
  }
  return false;
}

bool Evolution::FillFromQueue(OffspringJob& job) {
  job = OffspringJob();
  if (!confirm_.empty()) {
    job.list = confirm_.front();
    job.confirms = true;
    if (!Start(job, {})) return false;
    confirm_.pop_front();
    return true;
  }
  while (!queue_.empty()) {
    job.list = queue_.front();
    Walk walk = transitions_.Follow(job.list);
    const bool known = walk.known == job.list.size();
    if (!known && !Start(job, walk)) return false;  // there may be another turn
    queue_.pop_front();
    if (!known) return true;
    Consider(std::move(walk.steps));
  }
  return false;
}

/// Returns false if the mutation leads only to lists that are known or under way.
bool Evolution::FillByMutation(OffspringJob& job) {
  const Mutation kind = mutator_.DrawKind(random_);
  const Individual& parent = population_.Draw(random_);
  auto variant = mutator_.Mutate(kind, parent, population_, transitions_, random_);
  if (!variant || variant->passes.size() > kMaxLength) return false;
  const PassSequence& list = variant->passes;
  const Origin origin{kind, parent.value, parent.steps.size()};

  Walk walk = transitions_.Follow(list);
  if (walk.known == list.size()) {
    mutator_.Learn(kind, Gain(origin, Consider(std::move(walk.steps))), 0);
    return false;
  }
  const Hash128 at = walk.steps.empty() ? root_.next.ir : walk.steps.back().ir;
  if (transitions_.Find(at, list[walk.known])) return false;

  job = OffspringJob();
  job.origin = origin;
  job.edited = variant->edit_end > walk.known ? variant->edit_end - walk.known : 1;
  const bool before_candidates = walk.known + variant->candidates == variant->edit_end;
  if (before_candidates) job.candidates = variant->candidates;
  const auto ir_before = [&](std::size_t i) {
    return i == 0 ? root_.next.ir : parent.steps[i - 1].ir;
  };
  std::size_t shared = 0;
  while (shared < std::min(list.size() - variant->edit_end, parent.steps.size()) &&
         list[list.size() - 1 - shared] == parent.steps[parent.steps.size() - 1 - shared].pass) {
    ++shared;
  }
  for (std::size_t i = parent.steps.size() - shared; i <= parent.steps.size(); ++i) {
    job.tail.push_back(ir_before(i));
  }
  job.list = std::move(variant->passes);
  return Start(job, walk);
}

/// Returns false if the budget allows no evaluation.
bool Evolution::Start(OffspringJob& job, const Walk& walk) {
  job.known = walk.known;
  job.start = {root_.next.program, walk.steps.empty() ? root_.next.ir : walk.steps.back().ir,
               Passes(walk.steps)};
  job.claimed = budget_.Claim(job.list.size() - job.known);
  if (job.claimed == 0) return false;
  const PassId first = job.list[job.known];
  if (!transitions_.Find(job.start.ir, first)) {
    transitions_.Record(job.start.ir, first, {Transition::Kind::kUnderWay, {}});
  }
  return true;
}

void Evolution::Evaluate(OffspringJob& job) const {
  EvaluationOptions options{.observe = ObserveFor(options_.objective),
                            .retain = {.start = true, .end = false, .path = true}};
  ProgramState state = job.start;
  std::size_t candidates = job.candidates;
  std::size_t next = job.known;
  while (next < job.list.size() && job.tried.size() < job.claimed) {
    const std::size_t wanted = candidates > 0 ? 1 : job.tried.empty() ? job.edited : kChunk;
    const std::size_t count =
        std::min({wanted, job.list.size() - next, job.claimed - job.tried.size()});
    const PassSequence passes(job.list.begin() + static_cast<std::ptrdiff_t>(next),
                              job.list.begin() + static_cast<std::ptrdiff_t>(next + count));
    const Clock::time_point begin = Clock::now();
    Trace trace = evaluator_.Apply(state, passes, options, budget_);
    options.retain.start = false;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      Note(job, state, passes[i], &trace.steps[i]);
      state = std::move(trace.steps[i].next);
    }
    next += trace.steps.size();
    if (!trace.status.ok()) {
      if (!IsEvaluationFailure(trace.status.error().code)) {
        job.status = trace.status;
        return;
      }
      const auto waited = std::chrono::nanoseconds(Clock::now() - begin);
      Note(job, state, passes[trace.steps.size()], nullptr,
           static_cast<std::uint64_t>(waited.count()));
      ++next;
    }
    if (candidates > 0) --candidates;
    if (candidates > 0 && job.outcomes.back().kind == Transition::Kind::kChanged) {
      const auto others = job.list.begin() + static_cast<std::ptrdiff_t>(next);
      job.list.erase(others, others + static_cast<std::ptrdiff_t>(candidates));
      candidates = 0;
    }
    const std::size_t left = job.list.size() - next;
    if (candidates == 0 && left < job.tail.size() &&
        job.tail[job.tail.size() - 1 - left] == state.ir) {
      return;
    }
  }
}

/// Accounts for a tried pass. Without an `evaluation` it failed after `waited` nanoseconds.
void Evolution::Note(OffspringJob& job, const ProgramState& from, PassId pass,
                     const Evaluation* evaluation, std::uint64_t waited) const {
  best_.CountEvaluation();
  job.tried.emplace_back(from.ir, pass);
  job.nanoseconds.push_back(evaluation ? evaluation->nanoseconds : waited);
  if (!evaluation) {
    job.outcomes.push_back({Transition::Kind::kFailed, {}});
    return;
  }
  best_.Offer(*evaluation);
  const bool same = evaluation->next.ir == from.ir;
  const std::uint64_t value = ValueOf(*evaluation);
  job.outcomes.push_back(
      {same ? Transition::Kind::kSame : Transition::Kind::kChanged, evaluation->next.ir, value});
  if (!job.best || value < ValueOf(*job.best)) job.best = *evaluation;
}

}  // namespace

std::unique_ptr<Searcher> MakeEvolutionSearcher(const EvolutionOptions& options,
                                                const ActionSpace& actions, Evaluator& evaluator) {
  assert(actions.size() > 0 && options.population > 0 && options.in_flight > 0);
  return std::make_unique<GuidedSearcher<EvolutionOptions, Evolution>>(options, actions, evaluator,
                                                                       nullptr);
}

}  // namespace autotune
