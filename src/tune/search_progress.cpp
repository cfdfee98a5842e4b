#include "tune/search_progress.h"

#include <algorithm>

#include "tune/seconds.h"

namespace autotune {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{200};

/// Maximum number of lists kept in case the best one fails its proof. Fewer old lists are kept,
/// because the last ones may all fail of the same pass.
constexpr std::size_t kMaxImprovements = 20;

/// Drops every second list of the older half.
void ThinOut(std::vector<Best>& improvements) {
  for (std::size_t i = improvements.size() / 2; i >= 2; i -= 2) {
    improvements.erase(improvements.begin() + static_cast<std::ptrdiff_t>(i) - 1);
  }
}

}  // namespace

SearchProgress::SearchProgress(ProgressSettings settings, Budget& budget, TuneObserver& observer)
    : settings_(std::move(settings)), budget_(budget), observer_(observer) {}

void SearchProgress::OnBest(const Best& best, Clock::time_point found_at) {
  const MutexLock lock(mutex_);
  const std::uint64_t value = Value(best.cost, settings_.objective);
  std::erase_if(improvements_,
                [&](const Best& other) { return Value(other.cost, settings_.objective) < value; });
  std::erase_if(curve_, [&](const CurvePoint& point) { return point.best < value; });
  if (improvements_.size() == kMaxImprovements) ThinOut(improvements_);
  improvements_.push_back(best);
  curve_.push_back({Seconds(found_at - settings_.run_started), best.evaluations, value});
  last_found_at_ = found_at;
}

std::vector<Best> SearchProgress::improvements() const {
  const MutexLock lock(mutex_);
  return improvements_;
}

std::vector<CurvePoint> SearchProgress::curve() const {
  const MutexLock lock(mutex_);
  return curve_;
}

Clock::time_point SearchProgress::Tick() {
  Best best;
  Clock::time_point found_at;
  {
    const MutexLock lock(mutex_);
    if (improvements_.empty()) return Clock::now() + kTick;
    best = improvements_.back();
    found_at = last_found_at_;
  }
  const Clock::time_point search_end = settings_.run_end - settings_.proof_time(best);
  const Clock::time_point now = Clock::now();
  if (now >= search_end) budget_.Cancel();
  observer_.OnProgress(Describe(now, best, found_at));
  const Clock::time_point next = now + kTick;
  return search_end > now ? std::min(next, search_end) : next;
}

Progress SearchProgress::Describe(Clock::time_point now, const Best& best,
                                  Clock::time_point found_at) const {
  const double searching = Seconds(now - settings_.search_started);
  Progress progress;
  progress.best = Value(best.cost, settings_.objective);
  progress.oz = settings_.oz;
  progress.evaluations = settings_.evaluations();
  if (searching >= 1) {
    progress.evaluations_per_second = static_cast<double>(progress.evaluations) / searching;
  }
  progress.failures = settings_.failures();
  progress.seconds_since_best = Seconds(now - found_at);
  progress.seconds_left = std::max(0.0, Seconds(settings_.run_end - now));
  return progress;
}

}  // namespace autotune
