#include "search/method/tabular_q.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "core/feature_names.h"
#include "core/random.h"
#include "search/engine/best_so_far.h"
#include "search/engine/job_loop.h"
#include "search/engine/plain_searcher.h"
#include "search/learned/known_passes.h"

namespace autotune {
namespace {

/// Episodes under way at once, at most. With limited evaluations the number decides what the table
/// knows when a pass is chosen, so it must not depend on the threads.
constexpr std::size_t kLanes = 16;

constexpr std::string_view kPasses =
    "function(break-crit-edges),function(early-cse<memssa>),function(gvn-hoist),function(gvn),"
    "function(instcombine<no-verify-fixpoint>),function(instsimplify),function(jump-threading),"
    "function(loop(loop-reduce)),function(loop(loop-rotate)),function(loop-versioning),"
    "function(mem2reg),function(newgvn),function(reg2mem),function(simplifycfg),function(sroa)";

/// A state as the table knows it: the three counts and the number of passes so far.
using Key = std::array<std::uint32_t, 4>;

Key KeyOf(const Features& features, std::uint32_t step) {
  const auto& counts = features.autophase;
  return {counts[FindAutophase("const32Bit")], counts[FindAutophase("numConstOnes")],
          counts[FindAutophase("TotalInsts")], step};
}

/// An episode under way.
struct Lane {
  Random random{0};
  bool running = false;
  std::uint32_t step = 0;
  ProgramState state;  ///< of the passes that had an effect
  std::uint64_t value = 0;
  Key key{};
};

/// The next pass of a lane's episode.
struct EpisodeJob {
  std::size_t lane = 0;
  std::size_t choice = 0;  ///< index of the pass among those to choose from
  Trace trace;
};

/// The work of one run.
class Learner {
 public:
  Learner(const TabularQOptions& options, Evaluator& evaluator, const Evaluation& root,
          Budget& budget, BestSoFar& best)
      : options_(options),
        evaluator_(evaluator),
        root_(root),
        budget_(budget),
        best_(best),
        lanes_(kLanes),
        idle_(kLanes) {
    std::iota(idle_.begin(), idle_.end(), std::size_t{0});
    wanted_.observe = ObserveFor(options.objective);
    wanted_.observe.features = true;
    wanted_.retain = {.start = false, .end = false};
  }

  /// Returns an error of the evaluator.
  Status Run() {
    JobLoop<EpisodeJob>(kLanes, Order(budget_))
        .Run({.done = [this] { return !status_.ok() || budget_.Exhausted(); },
              .make = [this](EpisodeJob& job) { return Make(job); },
              .evaluate = [this](EpisodeJob& job) { Evaluate(job); },
              .merge = [this](EpisodeJob& job) { Merge(job); }});
    return status_;
  }

 private:
  bool Make(EpisodeJob& job) {
    if (budget_.Claim(1) == 0) return false;
    assert(!idle_.empty() && "no more jobs are under way than there are lanes");
    job.lane = idle_.back();
    idle_.pop_back();
    Lane& lane = lanes_[job.lane];
    if (!lane.running) Begin(lane);
    job.choice = Choose(lane);
    return true;
  }

  void Begin(Lane& lane) {
    lane = {.random = Random(options_.seed, begun_++),
            .running = true,
            .step = 0,
            .state = root_.next,
            .value = Value(root_.cost, options_.objective),
            .key = KeyOf(*root_.features, 0)};
  }

  std::size_t Choose(Lane& lane) {
    if (lane.random.Unit() < options_.explore) return lane.random.Below(options_.passes.size());
    const std::vector<double>& gains = Gains(lane.key);
    const double highest = *std::ranges::max_element(gains);
    auto which = lane.random.Below(static_cast<std::uint64_t>(std::ranges::count(gains, highest)));
    std::size_t choice = 0;
    while (gains[choice] != highest || which-- > 0) ++choice;
    return choice;
  }

  /// Returns the expected gains of all passes in a state.
  std::vector<double>& Gains(const Key& key) {
    return table_.try_emplace(key, options_.passes.size()).first->second;
  }

  void Evaluate(EpisodeJob& job) const {
    const PassId pass = options_.passes[job.choice];
    job.trace = evaluator_.Apply(lanes_[job.lane].state, {&pass, 1}, wanted_, budget_);
  }

  void Merge(EpisodeJob& job) {
    idle_.push_back(job.lane);
    Lane& lane = lanes_[job.lane];
    const bool failed = !job.trace.status.ok();
    if (failed && !IsEvaluationFailure(job.trace.status.error().code)) {
      budget_.Return(1);
      lane.running = false;
      if (job.trace.status.error().code != ErrorCode::kCancelled) status_ = job.trace.status;
      return;
    }
    best_.CountEvaluation();
    lane.running = !failed && lane.step + 1 < options_.length;
    const Key before = lane.key;
    double gain = 0;
    if (!failed) gain = Advance(lane, job.trace.steps.front());
    if (lane.running) gain += std::max(0.0, *std::ranges::max_element(Gains(lane.key)));
    double& known = Gains(before)[job.choice];
    known += options_.learning_rate * (gain - known);
  }

  /// Returns what the pass took off.
  double Advance(Lane& lane, Evaluation& step) {
    const std::uint64_t value = Value(step.cost, options_.objective);
    const double gain = static_cast<double>(lane.value) - static_cast<double>(value);
    lane.key = KeyOf(*step.features, ++lane.step);
    lane.value = value;
    if (step.next.ir == lane.state.ir) return gain;
    best_.Offer(step);
    lane.state = std::move(step.next);
    return gain;
  }

  const TabularQOptions& options_;
  Evaluator& evaluator_;
  const Evaluation& root_;
  Budget& budget_;
  BestSoFar& best_;
  EvaluationOptions wanted_;
  std::map<Key, std::vector<double>> table_;
  std::vector<Lane> lanes_;
  std::vector<std::size_t> idle_;  ///< lanes without a job
  std::uint64_t begun_ = 0;
  Status status_;
};

}  // namespace

std::unique_ptr<Searcher> MakeTabularQSearcher(TabularQOptions options, const ActionSpace& actions,
                                               Evaluator& evaluator) {
  assert(actions.size() > 0 && options.length > 0);
  if (options.passes.empty()) {
    options.passes.resize(actions.size());
    std::iota(options.passes.begin(), options.passes.end(), PassId{0});
  }
  const Objective objective = options.objective;
  return std::make_unique<PlainSearcher>(
      objective, [options = std::move(options), &evaluator](const Evaluation& root, Budget& budget,
                                                            BestSoFar& best) {
        assert(root.features && "measured with features");
        return Learner(options, evaluator, root, budget, best).Run();
      });
}

PassSequence TabularQPasses(const ActionSpace& actions) { return KnownPasses(actions, kPasses); }

}  // namespace autotune
