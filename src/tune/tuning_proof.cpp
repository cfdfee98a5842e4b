#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/quantity.h"
#include "search/minimize.h"
#include "tune/level_cache.h"
#include "tune/proof_time.h"
#include "tune/prove.h"
#include "tune/textual_ir.h"
#include "tune/threads.h"
#include "tune/tuning.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;

/// A level is proved before it is known to be needed if it is over by half of the budget, and takes
/// a twenty-fifth of that if the search waits for it.
constexpr int kLevelProofPart = 2;
constexpr int kLevelProofPartAlone = 25;
/// A list that is better than a level may take so many times less.
constexpr auto kQuicker = 4;
/// Once the proof of a level was given up, any other is expected to take so many times that long.
constexpr int kGivenUpTimes = 2;
/// The full proof of a list may take a quarter of the budget, a short one an eighth.
constexpr int kProofPart = 4;
constexpr int kShortProofPart = 8;
/// Once the user wants to stop, minimising may take this long.
constexpr auto kMinimizeAfterSignal = 100ms;
/// Proofs that it takes to find the pass that a list fails of.
constexpr int kHalvings = 6;

double Seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

}  // namespace

/// Proved first, so that there is something to deliver whatever happens, and to learn what a proof
/// takes. Of a very large program that would be most of the run, and what is found may be proved
/// instead: there it waits until it is known to be needed.
Status Tuning::ProveLevel() {
  const Clock::time_point begin = Clock::now();
  const bool is_experiment = !job().experiment.empty();
  const Hash128 toolchain = Toolchain(pool_->llvm_version(), job().code_model);
  // One that is worse than what has been measured may have failed for reasons that are gone.
  const auto is_best = [this](const Proven& proven) {
    return Value(proven.reproduction.cost) <= Value(outcome_.baseline(outcome_.best_level()).cost);
  };
  // One without a size was stored when there was no time or memory to measure it, and has no module
  // to measure now.
  const auto has_size = [this](const Proven& proven) {
    return proven.reproduction.cost.object_size || !outcome_.baselines.sized();
  };
  std::optional<Proven> known = FindLevelProof(job(), outcome_.program, toolchain, database_);
  const bool remembered = known && is_best(*known) && has_size(*known);
  if (remembered) {
    outcome_.result = *std::move(known);
  } else {
    // A check that lets no level pass is the user's mistake: that is said before all else.
    const bool by_all_means = is_experiment || !job().check.empty();
    Budget::Limits limits;
    if (!by_all_means) limits.deadline = started_ + job().budget / kLevelProofPart;
    const Budget budget(limits, &run_budget_);
    // Experiments share what comes of it, and their clock stands still. Others have something to
    // deliver after one process, and may never need the rest.
    const Prover::Care care = is_experiment ? Prover::Care::kFull : Prover::Care::kQuick;
    TakeUnprovedLevel();
    const bool now = by_all_means || search_ || job().max_evaluations ||
                     ProofTime({{}, outcome_.result.reproduction.cost, 0}, care) <=
                         job().budget / kLevelProofPartAlone;
    const Status proved =
        now ? ProveLevels(care, budget) : Error{ErrorCode::kCancelled, "the search comes first"};
    if (!proved.ok()) {
      if (proved.error().code != ErrorCode::kCancelled) return proved;
      if (now) least_proof_time_ = kGivenUpTimes * (Clock::now() - begin);
      Say("left {} to be proved later", Name(*outcome_.result.level));
      return {};
    }
    if (is_experiment) SizeResult();  // here its clock stands still, and the size is shared, too
    if (is_best(outcome_.result)) {
      StoreLevelProof(job(), outcome_.program, toolchain, outcome_.result, database_);
    }
  }
  const Clock::duration proving = Clock::now() - begin;
  if (is_experiment) {
    // As in `SearchesMeanwhile`.
    started_ = Clock::now();
    run_end_ = started_ + job().budget;
    run_budget_.EndBy(LatestEnd(job().budget));
  }
  Say("{} {} in {}", remembered ? "remembered the proof of" : "proved",
      Name(*outcome_.result.level), FormatSeconds(Seconds(proving)));
  return {};
}

/// The best level is the result until there is another, though no process of `opt` has run it yet.
void Tuning::TakeUnprovedLevel() {
  const Level level = outcome_.best_level();
  const Baseline& baseline = outcome_.baseline(level);
  Proven unproved;
  unproved.level = level;
  if (!baseline.pipeline.empty()) unproved.passes = {baseline.pipeline};
  Reproduction& result = unproved.reproduction;
  result.pipeline = baseline.pipeline.empty() ? "no-op-module" : baseline.pipeline;
  result.opt_flags = baseline.opt_flags;
  result.cost = baseline.cost;
  result.ir = baseline.ir;
  (IsTextualIr(job().output) ? result.text : result.bitcode) = baseline.module;
  outcome_.result = std::move(unproved);
}

/// The best level that holds is the result.
Status Tuning::ProveLevels(Prover::Care care, const Budget& budget) {
  std::vector<std::string> notes;
  Result<Proven> proven = Prover(job(), input_->program(), *pool_, run_end_)
                              .ProveLevels(outcome_.baselines, care, budget, notes);
  if (!proven) return proven.error();
  for (const std::string& note : notes) observer_.Warn(note);
  outcome_.result = *std::move(proven);
  return {};
}

/// Of the best so far; where a level still is, of what its proof lacks, if anything, or of a list
/// that may be found.
Clock::duration Tuning::ProofTime(const Best& best, Prover::Care care) const {
  const Reproduction& level = outcome_.result.reproduction;
  const bool better = Value(best.cost) < Value(level.cost);
  std::chrono::nanoseconds list = level.opt_cpu_time;
  if (better) {
    list = clock_->Expected(best.passes);
  } else if (level.processes == 0) {
    list = outcome_.baseline(*outcome_.result.level).cpu_time;
  } else if (level.full()) {
    list /= kQuicker;
  }
  if (level.processes == 0) {
    // Nobody has proved anything yet. How busy the machine is shows in what the levels took.
    const Baseline& baseline = outcome_.baseline(*outcome_.result.level);
    const auto waiting = baseline.wall_time - baseline.cpu_time - loading_;
    if (baseline.cpu_time.count() > 0 && waiting.count() > 0) {
      list += std::chrono::nanoseconds(static_cast<std::int64_t>(
          Seconds(waiting) / Seconds(baseline.cpu_time) * static_cast<double>(list.count())));
    }
  }
  return std::max(least_proof_time_,
                  ExpectedProofTime(outcome_.result, list, Prover::Processes(care),
                                    DefaultThreads(), loading_));
}

Clock::duration Tuning::ProofTime(const Best& best) const { return ProofTime(best, CareFor(best)); }

/// As much care as takes a small part of the budget.
Prover::Care Tuning::CareFor(const Best& best) const {
  const Clock::duration budget = job().budget;
  if (ProofTime(best, Prover::Care::kFull) <= budget / kProofPart) return Prover::Care::kFull;
  if (ProofTime(best, Prover::Care::kShort) <= budget / kShortProofPart)
    return Prover::Care::kShort;
  return Prover::Care::kQuick;
}

/// As much care as there is time `left`.
Prover::Care Tuning::CareWithin(const Best& best, Clock::duration left) const {
  for (const Prover::Care care : {Prover::Care::kFull, Prover::Care::kShort}) {
    if (ProofTime(best, care) <= left) return care;
  }
  return Prover::Care::kQuick;
}

/// Enough for most lists to lose all they can, and a small share of the run at most; none where
/// hardly anything would come of that.
Clock::duration Tuning::MinimizeTime(const Best& best) const {
  // Tries of single passes replay half the list each, some rounds of them on all threads; what is
  // taken is replayed on one. The clock knows the passes alone, which is about half of it.
  const auto tries = 2 * best.passes.size() / job().threads + 10;
  const std::chrono::nanoseconds work = 2 * tries * clock_->Expected(best.passes);
  const Clock::duration most = job().budget / 20;
  if (work > 10 * most) return {};
  return std::min(std::chrono::duration_cast<Clock::duration>(work), most);
}

Best Tuning::Minimized(const Best& best) {
  const Clock::time_point begin = Clock::now();
  // After a signal a little is done all the same: most lists get much shorter at once.
  const bool stopping = signals_.received() != 0;
  Budget budget(
      {.deadline = stopping ? std::min(minimize_end_, begin + kMinimizeAfterSignal) : minimize_end_,
       .evaluations = {}},
      stopping ? &run_budget_ : &until_stopped_);
  const Best shorter = OnThreads(job().threads, [&] {
    return Minimize({job().objective}, cache_->evaluator(), outcome_.program.root, best, budget);
  });
  Say("minimised {} passes to {} in {}", best.passes.size(), shorter.passes.size(),
      FormatSeconds(Seconds(Clock::now() - begin)));
  return shorter;
}

Candidate Tuning::ToCandidate(const Best& best) const {
  Candidate candidate{.elements = {}, .cost = best.cost};
  for (const PassId pass : best.passes) {
    candidate.elements.emplace_back(pool_->actions().Pipeline(pass));
  }
  return candidate;
}

/// Finds out which pass a list fails of, in time if it can. `others`, best first, that have it
/// would fail, too, and are dropped; what the list gives without it takes its place among them. The
/// best part of the list that holds is there to fall back on.
void Tuning::DropCulprit(const Best& failed, const Error& error, const Prover& prover,
                         std::vector<Best>& others, const Budget& budget) {
  const auto culprit = FindCulprit(failed, [&](const Best& best) {
    Result<Proven> proven = prover.Prove(ToCandidate(best), {}, Prover::Care::kShort, budget);
    if (proven) HoldBetter(*proven, job().objective, held_);
    return proven;
  });
  if (!culprit) return;
  Reject(*culprit, error);
  std::erase_if(others, [&](const Best& other) {
    return std::ranges::find(other.passes, *culprit) != other.passes.end();
  });
  PassSequence passes = failed.passes;
  std::erase(passes, *culprit);
  // That of the proofs is past its deadline.
  const Budget replaying({.deadline = Clock::now() + ProofTime(failed), .evaluations = {}},
                         &run_budget_);
  const Trace trace = cache_->evaluator().Apply(
      outcome_.program.root.next, passes, {.observe = ObserveFor(job().objective)}, replaying);
  Best rest{{}, outcome_.program.root.cost, failed.evaluations};
  for (const Evaluation& step : trace.steps) {
    if (Value(step.cost) < Value(rest.cost)) {
      rest = {step.next.applied, step.cost, failed.evaluations};
    }
  }
  Say("without '{}', of which it fails, it gives {}", pool_->actions().Pipeline(*culprit),
      FormatCount(Value(rest.cost)));
  const auto value = [this](const Best& other) { return Value(other.cost); };
  others.insert(std::ranges::lower_bound(others, value(rest), {}, value), std::move(rest));
}

/// What was proved during the search is the result where it is better, unless more processes see
/// something else. False where they do.
bool Tuning::TakeHeld(const Prover& prover) {
  Proven held = *std::exchange(held_, std::nullopt);
  if (Value(held.reproduction.cost) >= Value(outcome_.result.reproduction.cost)) return true;
  const Status confirmed = Confirm(held, prover);
  if (!confirmed.ok() && IsListsFault(confirmed.error().code)) {
    observer_.Warn(fmt::format("the list that gave {} does not any more: {}",
                               FormatCount(Value(held.reproduction.cost)),
                               confirmed.error().message));
    return false;
  }
  outcome_.result = std::move(held);
  return true;
}

/// Has more processes of `opt` agree on what fewer have proved, if there is time for that.
Status Tuning::Confirm(Proven& proven, const Prover& prover) {
  const Best best{{}, proven.reproduction.cost, 0};
  for (const Prover::Care care : {Prover::Care::kFull, Prover::Care::kShort}) {
    const bool more =
        care == Prover::Care::kFull ? !proven.reproduction.full() : !proven.reproduction.verified;
    if (more && Clock::now() + ProofTime(best, care) <= std::min(run_end_, run_budget_.end())) {
      return prover.Confirm(proven, care, run_budget_);
    }
  }
  return {};
}

Status Tuning::ProveBest() {
  notice_.Begin();
  outcome_.signal = signals_.received();
  const Clock::time_point end = run_budget_.end();
  const bool level_is_proved = outcome_.result.reproduction.processes > 0;
  const Prover prover(job(), input_->program(), *pool_, std::min(run_end_, end));
  // The last one may take so much longer than those before it that it would be lost.
  const auto proved_at = [this](const Best& best) {
    return Clock::now() + ProofTime(best, Prover::Care::kQuick);
  };
  const auto in_time = [&](const Best& best) {
    return Value(best.cost) < Value(outcome_.result.reproduction.cost) && proved_at(best) <= end;
  };
  std::vector<Best> worth = WorthProving(improvements_, in_time);
  // After a signal there is no time to try what is not expected to end.
  if (signals_.received() != 0) std::erase_if(worth, std::not_fn(in_time));
  const bool better = !improvements_.empty() &&
                      Value(improvements_.back().cost) < Value(outcome_.result.reproduction.cost);
  if (better && (worth.empty() || worth.front().passes != improvements_.back().passes)) {
    outcome_.unproven = ToCandidate(improvements_.back());
    observer_.Warn(fmt::format("there is no time left to prove the list that gives {}",
                               FormatCount(Value(improvements_.back().cost))));
  }
  while (!worth.empty()) {
    const Best best = std::move(worth.front());
    worth.erase(worth.begin());
    const std::uint64_t claim = Value(best.cost);
    if (claim >= Value(outcome_.result.reproduction.cost)) break;
    // What holds already is proved again with all care.
    if (held_ && claim > Value(held_->reproduction.cost) && TakeHeld(prover)) {
      break;
    }
    // What opt made of a list was more than had been claimed. It is a result all the same.
    if (!outcome_.result.level && proved_at(best) > run_end_) break;
    const Best shorter = Minimized(best);
    Candidate candidate = ToCandidate(shorter);
    const Prover::Care care = CareWithin(best, std::min(run_end_, end) - Clock::now());
    Say("proving {} passes of {} CPU, by {}: expected to take {}", shorter.passes.size(),
        FormatSeconds(Seconds(clock_->Expected(shorter.passes))),
        Counted(Prover::Processes(care), "process", "processes"),
        FormatSeconds(Seconds(ProofTime(shorter, care))));
    Result<Proven> proven = prover.Prove(candidate, {}, care, run_budget_);
    if (proven && Value(proven->reproduction.cost) < Value(outcome_.result.reproduction.cost)) {
      outcome_.result = *std::move(proven);
      continue;
    }
    if (proven) continue;
    observer_.Warn(fmt::format("the list that gives {} can't be reported: {}", FormatCount(claim),
                               proven.error().message));
    if (proven.error().code == ErrorCode::kCancelled) {
      if (!outcome_.unproven) outcome_.unproven = std::move(candidate);
      break;
    }
    const Clock::duration halving = kHalvings * ProofTime(best, Prover::Care::kShort);
    if (IsListsFault(proven.error().code) && Clock::now() + halving < end) {
      DropCulprit(best, proven.error(), prover, worth, run_budget_);
    }
  }
  if (held_) TakeHeld(prover);
  if (!level_is_proved && outcome_.result.level) {
    const Status proved = ProveLevels(Prover::Care::kQuick, run_budget_);
    if (!proved.ok() && proved.error().code != ErrorCode::kCancelled) return proved;
    if (!proved.ok()) {
      TakeUnprovedLevel();
      observer_.Warn(fmt::format("{} is not proved: there was no time for opt to run it again",
                                 Name(*outcome_.result.level)));
      return {};
    }
  }
  if (outcome_.result.level || !outcome_.result.reproduction.verified) {
    const Status confirmed = Confirm(outcome_.result, prover);
    // It gives way to the next level if `opt` makes something else of it now.
    if (!confirmed.ok() && IsListsFault(confirmed.error().code)) {
      const Status proved = ProveLevels(Prover::Care::kFull, run_budget_);
      if (!proved.ok()) return proved;
    }
  }
  Say("proved the result");
  return {};
}

}  // namespace autotune
