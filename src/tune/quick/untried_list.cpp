#include "tune/quick/untried_list.h"

#include <utility>

#include "core/pipeline_text.h"
#include "search/learned/coreset.h"
#include "search/registry.h"
#include "tune/inlining.h"
#include "tune/levels.h"
#include "tune/output/output_format.h"
#include "tune/proof/prove.h"

namespace autotune {

namespace {

/// Time of -Oz and the learned passes after it in `opt`, in times of -Oz in a worker.
constexpr double kTimesOfOz = 1.25;

/// True if time is the run's limit, and its method may use what was learned.
bool MayUse(const TuneJob& job, const RunPolicy& policy) {
  // If evaluations are the limit, time must not influence the answer.
  const bool timed = policy.levels_limited_in_time && !job.max_evaluations;
  return timed && !job.no_model && job.method == DefaultMethod();
}

}  // namespace

UntriedList::UntriedList(const RunParts& run, bool needs_code)
    : run_(run), budget_({}, &run.clock.until_stopped()) {
  const Result<PassId> oz = run.pool.actions().Find(kOzPipeline);
  const bool object = needs_code || IsObjectFile(run.job.output);
  if (object || !oz || !MayUse(run.job, run.policy)) return;
  list_ = PassesAfterOz(run.pool.actions());
  list_.insert(list_.begin(), *oz);
}

void UntriedList::Start() {
  Candidate candidate = ToCandidate({list_, AnyCost(/*sized=*/false), 0}, run_.pool.actions());
  if (run_.result.inlined) MakeChoices(run_.result.inlined->choices, candidate);
  proof_ = std::async(std::launch::async, [this, candidate = std::move(candidate)] {
    return Prover(run_.job, run_.program, run_.pool)
        .Prove(candidate, {}, Prover::Care::kQuick, budget_);
  });
}

Clock::duration UntriedList::TimeOfOz() const {
  const auto oz = run_.result.baselines.levels.find(Level::kOz);
  if (oz == run_.result.baselines.levels.end()) return run_.job.module_time();
  if (oz->second.wall_time > Clock::duration()) return oz->second.wall_time;
  return std::chrono::duration_cast<Clock::duration>(kMostLoadsOfOz * run_.loading);  // remembered
}

bool UntriedList::HasTime() const {
  return Clock::now() + kTimesOfOz * TimeOfOz() < run_.clock.all().end();
}

void UntriedList::Take(RunRecord& record) {
  Result<Proven> proven = proof_.get();
  if (!proven) {
    run_.Trace("the learned passes after -Oz failed: {}", proven.error().message);
    return;
  }
  TuneResult& result = run_.result;
  const Cost& cost = proven->reproduction.cost;
  const std::uint64_t value = run_.Value(cost);
  result.evaluations = list_.size();
  result.search_seconds = Seconds(proven->proof_time);
  run_.observer.Remark("for a first result, opt ran -Oz and learned passes after it");
  if (!result.Allows(cost) || value >= run_.Value(result.result.reproduction.cost)) return;
  result.curve.push_back({run_.clock.seconds(), result.evaluations, value});
  record.OnList(proven->passes, cost, run_.clock.seconds());
  result.result = *std::move(proven);
}

}  // namespace autotune
