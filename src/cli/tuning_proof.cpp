#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/console.h"
#include "cli/level_cache.h"
#include "cli/proof_deadline.h"
#include "cli/proof_time.h"
#include "cli/prove.h"
#include "cli/quantity.h"
#include "cli/threads.h"
#include "cli/tuning.h"
#include "search/minimize.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;

/// In this part of the budget a level is proved before it is known to be needed.
constexpr auto kLevelProofPart = 2;
/// A list that is better than a level may take so many times less.
constexpr auto kQuicker = 4;
/// A list whose proof is expected to end later than that after the budget is no choice, if there is
/// one that is earlier.
constexpr auto kLatePart = 8;
/// Such a part of the budget the proof of a list may take with all care.
constexpr auto kProofPart = 4;
/// Minimising goes on for so long once the user wants to stop.
constexpr auto kPatienceAfterSignal = 200ms;
/// Proofs that it takes to find the pass that a list fails of.
constexpr int kHalvings = 6;
/// And proving for so long, or four times what it should take, within the time of the run.
constexpr auto kLeastPatience = 10s;

double Seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

}  // namespace

/// Proved first, so that there is something to deliver whatever happens, and to learn what a proof
/// takes. Of a very large program that would be most of the run, and what is found may be proved
/// instead: there it waits until it is known to be needed.
Status Tuning::ProveLevel() {
  const Clock::time_point begin = Clock::now();
  const bool is_experiment = !options().experiment.empty();
  const Hash128 toolchain = Toolchain(pool_->llvm_version(), options().code_model);
  // One that is worse than what has been measured may have failed for reasons that are gone.
  const auto is_best = [this](const Proven& proven) {
    return Value(proven.reproduction.cost) <= Value(outcome_.baseline(outcome_.best_level()).cost);
  };
  // One without a size was stored when there was no time or memory to measure it, and has no module
  // to measure now.
  const auto has_size = [this](const Proven& proven) {
    return proven.reproduction.cost.object_size || !outcome_.baselines.sized();
  };
  std::optional<Proven> known = FindLevelProof(options(), outcome_.program, toolchain, database_);
  const bool remembered = known && is_best(*known) && has_size(*known);
  if (remembered) {
    outcome_.result = *std::move(known);
  } else {
    ProofLimits limits;
    // A check that lets no level pass is the user's mistake: that is said before all else.
    if (!is_experiment && options().check.empty()) {
      limits.end = started_ + options().budget / kLevelProofPart;
    }
    const ProofDeadline deadline(limits, signals_);
    // Experiments share what comes of it, and their clock stands still. Others have something to
    // deliver after one process, and may never need the rest.
    const Prover::Care care = is_experiment ? Prover::Care::kFull : Prover::Care::kQuick;
    const Status proved = ProveLevels(care, deadline.budget());
    if (!proved.ok()) {
      if (proved.error().code != ErrorCode::kCancelled) return proved;
      const Level level = outcome_.best_level();
      outcome_.result.level = level;
      outcome_.result.reproduction.cost = outcome_.baseline(level).cost;
      Say("left {} to be proved later", Name(level));
      return {};
    }
    if (is_experiment) SizeResult();  // here its clock stands still, and the size is shared, too
    if (is_best(outcome_.result)) {
      StoreLevelProof(options(), outcome_.program, toolchain, outcome_.result, database_);
    }
  }
  const Clock::duration proving = Clock::now() - begin;
  if (is_experiment) {
    // As in `SearchesMeanwhile`.
    started_ = Clock::now();
    run_end_ = started_ + options().budget;
  }
  Say("{} {} in {}", remembered ? "remembered the proof of" : "proved",
      Name(*outcome_.result.level), FormatSeconds(Seconds(proving)));
  return {};
}

/// The best level that holds is the result. Where nothing else can be reported that may take as
/// long as it does: a second signal ends the program.
Status Tuning::ProveLevels(Prover::Care care, const Budget& budget) {
  std::vector<std::string> notes;
  Result<Proven> proven =
      Prover(options(), *pool_).ProveLevels(outcome_.baselines, care, budget, notes);
  if (!proven) return proven.error();
  for (const std::string& note : notes) PrintWarning(note);
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
  } else if (level.full()) {
    list /= kQuicker;
  }
  return ExpectedProofTime(outcome_.result, list, Prover::Processes(care), DefaultThreads(),
                           loading_);
}

Clock::duration Tuning::ProofTime(const Best& best) const {
  return ProofTime(best, CareFor(best, {}));
}

/// With all care where that takes a small part of the budget, or there is as much time `left`.
Prover::Care Tuning::CareFor(const Best& best, Clock::duration left) const {
  const Clock::duration most = std::max<Clock::duration>(left, options().budget / kProofPart);
  return ProofTime(best, Prover::Care::kFull) <= most ? Prover::Care::kFull : Prover::Care::kShort;
}

/// Enough for most lists to lose all they can, and a small share of the run at most; none where
/// hardly anything would come of that.
Clock::duration Tuning::MinimizeTime(const Best& best) const {
  // Tries of single passes replay half the list each, some rounds of them on all threads; what is
  // taken is replayed on one. The clock knows the passes alone, which is about half of it.
  const auto tries = 2 * best.passes.size() / options().threads + 10;
  const std::chrono::nanoseconds work = 2 * tries * clock_->Expected(best.passes);
  const Clock::duration most = options().budget / 20;
  if (work > 10 * most) return {};
  return std::min(std::chrono::duration_cast<Clock::duration>(work), most);
}

Candidate Tuning::Minimized(const Best& best) {
  const Clock::time_point begin = Clock::now();
  const bool stopping = signals_.received() != 0;
  Budget budget(
      {.deadline = stopping ? std::min(minimize_end_, begin + kPatienceAfterSignal) : minimize_end_,
       .evaluations = {}});
  if (!stopping) signals_.Watch(budget);
  const Best shorter = OnThreads(options().threads, [&] {
    return Minimize({options().objective}, cache_->evaluator(), outcome_.program.root, best,
                    budget);
  });
  signals_.Unwatch();
  Say("minimised {} passes to {} in {}", best.passes.size(), shorter.passes.size(),
      FormatSeconds(Seconds(Clock::now() - begin)));
  return ToCandidate(shorter);
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
    if (proven) HoldBetter(*proven, options().objective, held_);
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
  const Budget replaying({.deadline = Clock::now() + ProofTime(failed), .evaluations = {}});
  const Trace trace = cache_->evaluator().Apply(
      outcome_.program.root.next, passes,
      {.observe = {.object_size = options().objective == Objective::kObjectSize}}, replaying);
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

/// What was proved during the search is the result where it is better, unless the processes that
/// were left out then see something else. False where they do.
bool Tuning::TakeHeld(const Prover& prover, const Budget& budget) {
  Proven held = *std::exchange(held_, std::nullopt);
  if (Value(held.reproduction.cost) >= Value(outcome_.result.reproduction.cost)) return true;
  const Status confirmed = prover.Confirm(held, budget);
  if (!confirmed.ok() && IsListsFault(confirmed.error().code)) {
    PrintWarning(fmt::format("the list that gave {} does not any more: {}",
                             FormatCount(Value(held.reproduction.cost)),
                             confirmed.error().message));
    return false;
  }
  outcome_.result = std::move(held);
  return true;
}

Status Tuning::ProveBest() {
  notice_.Begin();
  outcome_.signal = signals_.received();
  const Clock::duration grace = std::max<Clock::duration>(2s, options().budget / 4);
  const Clock::duration proof_time =
      improvements_.empty() ? outcome_.result.proof_time : ProofTime(improvements_.back());
  const Clock::time_point end = std::max(Clock::now(), run_end_) + grace;
  ProofLimits limits{.repair_end = run_end_,
                     .end = end,
                     .patience = std::max<Clock::duration>(kLeastPatience, 4 * proof_time)};
  // To prove a level instead takes as long.
  const bool level_is_proved = outcome_.result.reproduction.processes > 0;
  if (!level_is_proved) limits.end = Clock::time_point::max();
  const ProofDeadline deadline(limits, signals_);
  const Prover prover(options(), *pool_);
  // The last one may take so much longer than those before it that it would be lost.
  const auto proved_at = [this](const Best& best) { return Clock::now() + ProofTime(best); };
  const auto in_time = [&](const Best& best) {
    return Value(best.cost) < Value(outcome_.result.reproduction.cost) &&
           proved_at(best) <= run_end_ + options().budget / kLatePart;
  };
  std::vector<Best> worth = WorthProving(improvements_, in_time);
  if (!worth.empty() && worth.front().passes != improvements_.back().passes) {
    outcome_.unproven = ToCandidate(improvements_.back());
    PrintWarning(fmt::format("there is no time left to prove the list that gives {}",
                             FormatCount(Value(improvements_.back().cost))));
  }
  while (!worth.empty()) {
    const Best best = std::move(worth.front());
    worth.erase(worth.begin());
    const std::uint64_t claim = Value(best.cost);
    if (claim >= Value(outcome_.result.reproduction.cost)) break;
    // What holds already is proved again with all care.
    if (held_ && claim > Value(held_->reproduction.cost) && TakeHeld(prover, deadline.budget())) {
      break;
    }
    // What opt made of a list was more than had been claimed. It is a result all the same.
    if (!outcome_.result.level && proved_at(best) > run_end_) break;
    Candidate candidate = Minimized(best);
    const Prover::Care care = CareFor(best, run_end_ - Clock::now());
    Result<Proven> proven = prover.Prove(candidate, {}, care, deadline.budget());
    if (proven && Value(proven->reproduction.cost) < Value(outcome_.result.reproduction.cost)) {
      outcome_.result = *std::move(proven);
      continue;
    }
    if (proven) continue;
    PrintWarning(fmt::format("the list that gives {} can't be reported: {}", FormatCount(claim),
                             proven.error().message));
    if (proven.error().code == ErrorCode::kCancelled) {
      if (!outcome_.unproven) outcome_.unproven = std::move(candidate);
      break;
    }
    const Clock::duration halving = kHalvings * ProofTime(best, Prover::Care::kShort);
    if (IsListsFault(proven.error().code) && Clock::now() + halving < limits.end) {
      DropCulprit(best, proven.error(), prover, worth, deadline.budget());
    }
  }
  if (held_) TakeHeld(prover, deadline.budget());
  if (!level_is_proved && outcome_.result.level) {
    const Status proved = ProveLevels(Prover::Care::kQuick, Budget(Budget::Limits{}));
    if (!proved.ok()) return proved;
  }
  if (outcome_.result.level && !outcome_.result.reproduction.full()) {
    const ProofDeadline late({.end = end, .patience = limits.patience}, signals_);
    const Status confirmed = ConfirmLevel(prover, late.budget());
    if (!confirmed.ok()) return confirmed;
  }
  Say("proved the result");
  return {};
}

/// Where a level is the result, what `ProveLevel` left out. It stays one without that if there is
/// no time or memory for it, and gives way to the next one where `opt` makes something else of it
/// now.
Status Tuning::ConfirmLevel(const Prover& prover, const Budget& budget) {
  const Status confirmed = prover.Confirm(outcome_.result, budget);
  if (confirmed.ok() || !IsListsFault(confirmed.error().code)) return {};
  return ProveLevels(Prover::Care::kFull, Budget(Budget::Limits{}));
}

}  // namespace autotune
