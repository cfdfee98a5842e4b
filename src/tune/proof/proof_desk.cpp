#include "tune/proof/proof_desk.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/objective.h"
#include "core/quantity.h"
#include "search/list/minimize.h"
#include "tune/inlining.h"
#include "tune/threads.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;

/// Maximum time for minimising after a request to stop: most lists get much shorter at once.
constexpr auto kMinimizeAfterStop = 100ms;
/// Number of proofs needed to find the pass that a list fails of.
constexpr int kHalvings = 6;
/// A trial proof during the search may take an eightieth of the threads' time. There are four of
/// them, with two processes each.
constexpr int kTrialShare = 80;
/// As long as none holds, a quick proof may take a tenth. It may take a third if there is nothing
/// to deliver.
constexpr int kFirstProofShare = 10;
constexpr int kOnlyProofShare = 3;
/// A trial is given up after this many times its expected time, for the next list may do better.
constexpr int kTrialPatience = 8;
constexpr auto kMinTrialPatience = 2s;

}  // namespace

ProofDesk::ProofDesk(const RunParts& run, ProofTimes& times, Levels& levels, SearchRun* search)
    : run_(run), times_(times), levels_(levels), search_(search) {}

void ProofDesk::StartTrials() { trials_.emplace(SettingsOfTrials()); }

void ProofDesk::OnBest(const Best& best) {
  if (trials_) trials_->OnBest(best);
}

void ProofDesk::StopTrials() {
  if (!trials_) return;
  trials_->Stop();
  held_ = trials_->held();
  trials_.reset();
}

TrialSettings ProofDesk::SettingsOfTrials() {
  TrialSettings settings;
  settings.objective = run_.job.objective;
  settings.begin = search_->running().begin();
  settings.end = run_.clock.end();
  const Clock::duration all = (settings.end - settings.begin) * run_.job.threads;
  settings.longest_proof = all / kTrialShare;
  settings.longest_first_proof =
      all / (run_.result.has_output() ? kFirstProofShare : kOnlyProofShare);
  settings.proof_time = [this](const Best& best, Prover::Care care) {
    return times_.Of(best, care);
  };
  settings.prove = [this](const Best& best, Prover::Care care, const Budget& budget) {
    const auto limit = std::chrono::ceil<std::chrono::milliseconds>(
        std::max<Clock::duration>(kMinTrialPatience, kTrialPatience * times_.Of(best, care)));
    // A shorter repair is for the end: here, each process takes time from the search.
    const ProofLimits limits{.repair_end = run_.clock.end(),
                             .repair_runs = 0,
                             .repaired_first = needs_repair_,
                             .opt_time = limit};
    Result<Proven> proven = Prover(run_.job, run_.program, run_.pool, limits)
                                .Prove(AsCandidate(best), {}, care, budget);
    if (proven && proven->reproduction.repaired) needs_repair_ = true;
    if (proven) Hold(*proven);
    if (proven && !run_.result.KeepsLimit(proven->reproduction.cost)) TrySure(care, budget, limits);
    return proven;
  };
  settings.allows = [this](const Cost& cost) { return run_.result.Allows(cost); };
  settings.on_culprit = [this](PassId pass, const Error& error) {
    run_.observer.Warn(fmt::format("searching on without '{}': {}",
                                   run_.pool.actions().Pipeline(pass), error.message));
    search_->Exclude(pass);
    Reject(pass, error);
  };
  return settings;
}

/// Returns the time by which proofs should end. Once size attributes were given in vain, only the
/// time that `opt` needs to give them again is kept.
Clock::time_point ProofDesk::End() const {
  Clock::duration attributes = times_.OfAttributes();
  if (within_limit_) attributes = std::min(attributes, 2 * times_.OfForcing());
  return run_.clock.end() - attributes - times_.OfCode();
}

/// Makes a prover. No repair of a list that holds begins so late that it would take time from size
/// attributes, or be lost after a request to stop.
Prover ProofDesk::MakeProver() const {
  return Prover(
      run_.job, run_.program, run_.pool,
      {.repair_end = std::min(End(), run_.clock.all().end()), .repaired_first = needs_repair_});
}

/// Returns a list as one for the program as it came.
Candidate ProofDesk::AsCandidate(const Best& best) const {
  Candidate candidate = ToCandidate(best, run_.pool.actions());
  if (run_.result.inlined) MakeChoices(run_.result.inlined->choices, candidate);
  return candidate;
}

void ProofDesk::Reject(PassId pass, const Error& error) {
  std::string name(run_.pool.actions().Pipeline(pass));
  std::vector<RejectedPass>& rejected = run_.result.rejected;
  // A list found before the pass was excluded may fail of it again.
  if (std::ranges::find(rejected, name, &RejectedPass::pass) == rejected.end()) {
    rejected.push_back({std::move(name), error.message});
  }
}

/// Returns the time at which a quick proof would end. A proof may take so much longer than earlier
/// proofs that it would be lost.
Clock::time_point ProofDesk::ProvedAt(const Best& best) const {
  return Clock::now() + times_.Of(best, Prover::Care::kQuick);
}

bool ProofDesk::InTime(const Best& best) const {
  return run_.Value(best.cost) < ResultValue() && ProvedAt(best) <= run_.clock.all().end();
}

Status ProofDesk::Finish(std::vector<Best> improvements) {
  run_.result.signal = run_.clock.signal();
  LimitByProof();
  // After a request to stop, no size attributes are given.
  if (run_.result.signal != 0 && run_.result.bytes_promised > 0) PromiseNothing(improvements);
  if (!improvements.empty()) {
    minimize_end_ = End() - times_.Of(improvements.back()) - SpareFor(improvements.back());
  }
  std::vector<Best> worth = WorthTrying(improvements);
  while (!worth.empty()) {
    const Best best = std::move(worth.front());
    worth.erase(worth.begin());
    if (Try(best, worth) == Next::kDone) break;
  }
  if (held_) TakeHeld();
  const Status made = MakeFull();
  std::optional<Candidate>& unproven = run_.result.unproven;
  // `opt` may have improved another list as much.
  if (unproven && run_.Value(unproven->cost) >= ResultValue()) unproven.reset();
  return made;
}

/// Limits bytes to those of -Oz if they were not known before the search. The proof of that level
/// has made its object.
void ProofDesk::LimitByProof() {
  const Proven& level = run_.result.result;
  const std::optional<ObjectSize>& size = level.reproduction.cost.object_size;
  const bool is_oz = level.level == Level::kOz || level.level == Level::kClangOz;
  if (!run_.job.guard_bytes || run_.result.byte_limit || !is_oz || !size) return;
  run_.result.byte_limit = run_.job.byte_limit.value_or(size->total());
  if (held_ && !run_.result.Allows(held_->reproduction.cost)) held_.reset();
}

Status ProofDesk::FinishWithinLimit() {
  std::vector<Best> improvements;
  within_limit_ = true;
  PromiseNothing(improvements);
  return Finish(std::move(improvements));
}

/// Drops all lists above the limit of bytes.
void ProofDesk::PromiseNothing(std::vector<Best>& improvements) {
  run_.result.bytes_promised = 0;
  std::optional<Candidate>& unproven = run_.result.unproven;
  if (unproven && !run_.result.Allows(unproven->cost)) unproven.reset();
  std::erase_if(improvements, [this](const Best& its) { return !run_.result.Allows(its.cost); });
  const std::optional<Best> sure = search_ ? search_->Sure() : std::nullopt;
  const auto value = [this](const Best& best) { return run_.Value(best.cost); };
  if (sure && (improvements.empty() || value(*sure) < value(improvements.back()))) {
    improvements.push_back(*sure);
  }
  held_ = std::exchange(sure_, std::nullopt);
}

/// Keeps a list within the limit while better ones rely on promised bytes.
void ProofDesk::Hold(const Proven& proven) {
  if (run_.result.bytes_promised == 0 || !run_.result.KeepsLimit(proven.reproduction.cost)) return;
  HoldBetter(proven, run_.job.objective, sure_);
}

/// Proves the best list within the limit, for a user may stop the run before the better ones get
/// size attributes.
void ProofDesk::TrySure(Prover::Care care, const Budget& budget, const ProofLimits& limits) {
  const std::optional<Best> sure = search_->Sure();
  if (!sure || sure->passes == tried_sure_) return;
  tried_sure_ = sure->passes;
  const Result<Proven> proven =
      Prover(run_.job, run_.program, run_.pool, limits).Prove(AsCandidate(*sure), {}, care, budget);
  if (proven) Hold(*proven);
}

/// Returns the lists to prove, best first.
std::vector<Best> ProofDesk::WorthTrying(const std::vector<Best>& improvements) {
  const auto in_time = [this](const Best& best) { return InTime(best); };
  std::vector<Best> worth = WorthProving(improvements, in_time);
  // After a request to stop, proofs that are not expected to end are not tried.
  if (run_.clock.signal() != 0) std::erase_if(worth, std::not_fn(in_time));
  if (improvements.empty()) return worth;
  const Best& best = improvements.back();
  // A trial may have proved it.
  const bool held = held_ && run_.Value(held_->reproduction.cost) <= run_.Value(best.cost);
  const bool better = !held && run_.Value(best.cost) < ResultValue();
  if (better && (worth.empty() || worth.front().passes != best.passes)) {
    run_.result.unproven = AsCandidate(best);
    run_.observer.Warn(fmt::format("there is no time left to prove the list that gives {}",
                                   FormatCount(run_.Value(best.cost))));
  }
  return worth;
}

/// Returns the time kept for the proof of another list if this one is above the limit of bytes.
Clock::duration ProofDesk::SpareFor(const Best& best) const {
  return run_.result.KeepsLimit(best.cost) ? 0s : times_.Of(best, Prover::Care::kQuick);
}

/// Proves one list. Lists in `others`, best first, that are known to fail, too, are removed.
ProofDesk::Next ProofDesk::Try(const Best& best, std::vector<Best>& others) {
  const std::uint64_t claim = run_.Value(best.cost);
  if (claim >= ResultValue()) return Next::kDone;
  // A list that held in a trial is proved again with full care.
  if (held_ && claim > run_.Value(held_->reproduction.cost) && TakeHeld()) return Next::kDone;
  // `opt` may have improved a list beyond its claim. It is a result all the same.
  if (!run_.result.result.level && ProvedAt(best) > End()) return Next::kDone;
  const Best shorter = Minimized(best);
  Candidate candidate = AsCandidate(shorter);
  if (run_.result.byte_limit && !candidate.cost.object_size) candidate.cost.object_size.emplace();
  const Clock::time_point end = std::min(End(), run_.clock.all().end());
  const Prover::Care care = times_.CareWithin(best, end - Clock::now() - SpareFor(best));
  run_.Trace("proving {} passes of {} CPU, by {}: expected to take {}", shorter.passes.size(),
             FormatSeconds(Seconds(times_.OfPasses(shorter))),
             Counted(Prover::Processes(care), "process", "processes"),
             FormatSeconds(Seconds(times_.Of(shorter, care))));
  Result<Proven> proven = MakeProver().Prove(candidate, {}, care, run_.clock.all());
  // What was left out may have hidden a state on the way that is not valid.
  const bool shortened = shorter.passes.size() < best.passes.size();
  if (!proven && shortened && IsListsFault(proven.error().code) && ProvedAt(best) <= end) {
    candidate = AsCandidate(best);
    proven = MakeProver().Prove(candidate, {}, care, run_.clock.all());
  }
  if (!proven) return OnFailure(best, proven.error(), std::move(candidate), others);
  if (!run_.result.Allows(proven->reproduction.cost)) {
    run_.Trace("the list that gives {} needs too many bytes", FormatCount(claim));
    return Next::kGoOn;
  }
  Hold(*proven);
  if (run_.Value(proven->reproduction.cost) < ResultValue()) {
    run_.result.result = *std::move(proven);
  }
  return Next::kGoOn;
}

ProofDesk::Next ProofDesk::OnFailure(const Best& best, const Error& error, Candidate candidate,
                                     std::vector<Best>& others) {
  run_.observer.Warn(fmt::format("the list that gives {} can't be reported: {}",
                                 FormatCount(run_.Value(best.cost)), error.message));
  if (error.code == ErrorCode::kCancelled) {
    if (!run_.result.unproven) run_.result.unproven = std::move(candidate);
    return Next::kDone;
  }
  const Clock::duration halving = kHalvings * times_.Of(best, Prover::Care::kShort);
  if (IsListsFault(error.code) && Clock::now() + halving < run_.clock.all().end()) {
    DropCulprit(best, error, others);
  }
  return Next::kGoOn;
}

Best ProofDesk::Minimized(const Best& best) {
  const Clock::time_point begin = Clock::now();
  const bool stopping = run_.clock.signal() != 0;
  Budget budget(
      {.deadline = stopping ? std::min(minimize_end_, begin + kMinimizeAfterStop) : minimize_end_,
       .evaluations = {}},
      stopping ? &run_.clock.all() : &run_.clock.until_stopped());
  Evaluator& evaluator = search_->guarded(best.cost);
  const Best shorter = OnThreads(run_.job.threads, [&] {
    return Minimize({run_.job.objective}, evaluator, run_.searched().root, best, budget);
  });
  run_.Trace("minimised {} passes to {} in {}", best.passes.size(), shorter.passes.size(),
             FormatSeconds(Seconds(Clock::now() - begin)));
  return shorter;
}

/// Finds the pass that a list fails of. Lists in `others`, best first, that have the pass are
/// removed. The failed list without the pass takes its place among them. The best part of the list
/// that holds is kept to fall back on.
void ProofDesk::DropCulprit(const Best& failed, const Error& error, std::vector<Best>& others) {
  const Prover prover(run_.job, run_.program, run_.pool, {.repair_runs = 0});
  const auto culprit = FindCulprit(failed, [&](const Best& best) {
    Result<Proven> proven =
        prover.Prove(AsCandidate(best), {}, Prover::Care::kShort, run_.clock.all());
    if (proven) Hold(*proven);
    if (proven && run_.result.Allows(proven->reproduction.cost)) {
      HoldBetter(*proven, run_.job.objective, held_);
    }
    return proven;
  });
  if (!culprit) return;
  Reject(*culprit, error);
  std::erase_if(others, [&](const Best& other) {
    return std::ranges::find(other.passes, *culprit) != other.passes.end();
  });
  PassSequence passes = failed.passes;
  std::erase(passes, *culprit);
  const Budget replaying({.deadline = Clock::now() + times_.Of(failed), .evaluations = {}},
                         &run_.clock.all());
  const Trace trace = search_->guarded(failed.cost)
                          .Apply(run_.searched().root.next, passes,
                                 {.observe = ObserveFor(run_.job.objective)}, replaying);
  Best rest{{}, run_.searched().root.cost, failed.evaluations};
  for (const Evaluation& step : trace.steps) {
    if (run_.Value(step.cost) < run_.Value(rest.cost)) {
      rest = {step.next.applied, step.cost, failed.evaluations};
    }
  }
  run_.Trace("without '{}', of which it fails, it gives {}", run_.pool.actions().Pipeline(*culprit),
             FormatCount(run_.Value(rest.cost)));
  const auto value = [this](const Best& other) { return run_.Value(other.cost); };
  others.insert(std::ranges::lower_bound(others, value(rest), {}, value), std::move(rest));
}

/// Makes the held list the result if it is better. False if more processes disagree with its proof.
bool ProofDesk::TakeHeld() {
  Proven held = *std::exchange(held_, std::nullopt);
  if (run_.Value(held.reproduction.cost) >= ResultValue()) return true;
  const Status confirmed = Confirm(held);
  if (!confirmed.ok() && IsListsFault(confirmed.error().code)) {
    run_.observer.Warn(fmt::format("the list that gave {} does not any more: {}",
                                   FormatCount(run_.Value(held.reproduction.cost)),
                                   confirmed.error().message));
    return false;
  }
  run_.result.result = std::move(held);
  return true;
}

/// Has more processes of `opt` confirm a proof by fewer, if there is time.
Status ProofDesk::Confirm(Proven& proven) {
  const Best best{{}, proven.reproduction.cost, 0};
  const Clock::time_point end = std::min(End(), run_.clock.all().end());
  for (const Prover::Care care : {Prover::Care::kFull, Prover::Care::kShort}) {
    const bool more =
        care == Prover::Care::kFull ? !proven.reproduction.full() : !proven.reproduction.verified;
    if (more && Clock::now() + times_.Of(best, care) <= end) {
      return MakeProver().Confirm(proven, care, run_.clock.all());
    }
  }
  return {};
}

/// Gives the result the care that its proof lacks. A level may still be unproved.
Status ProofDesk::MakeFull() {
  Proven& result = run_.result.result;
  if (!result.proved()) {
    const Status proved = levels_.ProveAgain(Prover::Care::kQuick, run_.clock.all());
    if (!proved.ok() && proved.error().code != ErrorCode::kCancelled) return proved;
    if (!proved.ok()) {
      levels_.TakeUnproved();
      run_.observer.Warn(fmt::format("{} is not proved: there was no time for opt to run it again",
                                     Name(*result.level)));
      const Baseline& level = run_.result.baseline(*result.level);
      if (level.state && !level.module.empty()) {
        run_.observer.Warn(
            "its module is the search's own, without debug information and names of values: make "
            "it by the line that is printed");
      }
      return {};
    }
  }
  if (result.level || !result.reproduction.verified) {
    const Status confirmed = Confirm(result);
    // The result gives way to the next level if `opt` no longer reproduces it.
    if (!confirmed.ok() && IsListsFault(confirmed.error().code)) {
      const Status proved = levels_.ProveAgain(Prover::Care::kFull, run_.clock.all());
      if (!proved.ok()) return proved;
    }
  }
  run_.Trace("proved the result");
  return {};
}

}  // namespace autotune
