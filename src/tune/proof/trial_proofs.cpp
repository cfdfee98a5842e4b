#include "tune/proof/trial_proofs.h"

#include <algorithm>
#include <utility>

namespace autotune {

namespace {

/// Times of the trials, in eighths of the search.
constexpr int kEighths[] = {1, 2, 4, 6};
constexpr int kQuarter = 2;

}  // namespace

std::optional<std::size_t> FindCulprit(
    std::size_t length, const std::function<std::optional<bool>(std::size_t)>& holds) {
  std::size_t good = 0;
  std::size_t bad = length;
  while (bad > good + 1) {
    const std::size_t middle = good + (bad - good) / 2;
    const std::optional<bool> holding = holds(middle);
    if (!holding) return std::nullopt;
    (*holding ? good : bad) = middle;
  }
  if (bad == 0) return std::nullopt;
  return good;
}

std::optional<PassId> FindCulprit(const Best& failed,
                                  const std::function<Result<Proven>(const Best&)>& prove) {
  const auto holds = [&](std::size_t length) -> std::optional<bool> {
    Best prefix = failed;
    prefix.passes.resize(length);
    // A prefix is worse than the whole list, which no repair would change.
    prefix.cost = AnyCost(failed.cost.object_size.has_value());
    const Result<Proven> result = prove(prefix);
    if (!result && !IsListsFault(result.error().code)) return std::nullopt;
    return result.ok();
  };
  const auto culprit = FindCulprit(failed.passes.size(), holds);
  return culprit ? std::optional(failed.passes[*culprit]) : std::nullopt;
}

void HoldBetter(const Proven& proven, Objective objective, std::optional<Proven>& held) {
  const auto value = [objective](const Proven& list) {
    return Value(list.reproduction.cost, objective);
  };
  if (!held || value(proven) < value(*held)) held = proven;
}

TrialProofs::TrialProofs(TrialSettings settings) : settings_(std::move(settings)) {
  thread_ = std::jthread([this](const std::stop_token& stop) { Watch(stop); });
}

void TrialProofs::OnBest(const Best& best) {
  {
    const MutexLock lock(mutex_);
    best_ = best;
  }
  wake_.notify_all();
}

void TrialProofs::Stop() {
  budget_.Cancel();
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void TrialProofs::Watch(const std::stop_token& stop) {
  const Clock::duration all = settings_.end - settings_.begin;
  PassSequence tried;
  for (const int eighths : kEighths) {
    Best best;
    {
      const MutexLock lock(mutex_);
      wake_.wait_until(mutex_, stop, settings_.begin + all * eighths / 8, [] { return false; });
      wake_.wait(mutex_, stop, [this]() REQUIRES(mutex_) { return !HasCulprit(best_); });
      best = best_;
    }
    if (stop.stop_requested()) return;
    if (best.passes == tried) continue;
    const std::optional<Prover::Care> care = CareFor(best, eighths >= kQuarter);
    if (!care) continue;
    Try(best, *care);
    tried = std::move(best.passes);
  }
}

/// Returns the care of a trial, unless that would take too long.
std::optional<Prover::Care> TrialProofs::CareFor(const Best& best, bool late) const {
  if (settings_.proof_time(best, Prover::Care::kShort) <= settings_.longest_proof) {
    return Prover::Care::kShort;
  }
  if (late && !held_ &&
      settings_.proof_time(best, Prover::Care::kQuick) <= settings_.longest_first_proof) {
    return Prover::Care::kQuick;
  }
  return std::nullopt;
}

void TrialProofs::Try(const Best& best, Prover::Care care) {
  const auto prove = [this, care](const Best& list) {
    Result<Proven> proven = settings_.prove(list, care, budget_);
    if (proven && settings_.allows(proven->reproduction.cost)) {
      HoldBetter(*proven, settings_.objective, held_);
    }
    return proven;
  };
  const Result<Proven> proven = prove(best);
  if (proven || !IsListsFault(proven.error().code)) return;
  if (const auto culprit = FindCulprit(best, prove)) {
    culprits_.push_back(*culprit);
    settings_.on_culprit(*culprit, proven.error());
  }
}

bool TrialProofs::HasCulprit(const Best& best) const {
  return std::ranges::find_first_of(best.passes, culprits_) != best.passes.end();
}

}  // namespace autotune
