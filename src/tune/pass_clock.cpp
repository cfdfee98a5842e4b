#include "tune/pass_clock.h"

#include <algorithm>
#include <numeric>

namespace autotune {

namespace {

/// Maximum number of lists remembered. More are seen only on small programs, whose time hardly
/// matters.
constexpr std::size_t kMostLists = 100'000;

Hash128 KeyOf(std::span<const PassId> passes) {
  return HashBytes({reinterpret_cast<const char*>(passes.data()), passes.size_bytes()});
}

}  // namespace

Trace PassClock::Apply(const ProgramState& from, std::span<const PassId> passes,
                       const EvaluationOptions& options, const Budget& budget) {
  Trace trace = inner_.Apply(from, passes, options, budget);
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    Total& total = passes_[passes[i]];
    total.nanoseconds.fetch_add(trace.steps[i].nanoseconds, std::memory_order_relaxed);
    total.runs.fetch_add(1, std::memory_order_relaxed);
    if (trace.steps[i].changed) total.changed.fetch_add(1, std::memory_order_relaxed);
  }
  Remember(from, trace);
  if (!trace.status.ok() && !trace.rebuilding && IsEvaluationFailure(trace.status.error().code)) {
    const auto kind = std::ranges::find(kEvaluationFailures, trace.status.error().code);
    Total& total = passes_[passes[trace.steps.size()]];
    total.failures[kind - kEvaluationFailures].fetch_add(1, std::memory_order_relaxed);
  }
  return trace;
}

void PassClock::Remember(const ProgramState& from, const Trace& trace) {
  if (trace.steps.empty()) return;
  const MutexLock lock(mutex_);
  if (lists_.size() >= kMostLists) return;
  std::uint64_t sum = 0;
  if (!from.applied.empty()) {
    const auto known = lists_.find(KeyOf(from.applied));
    sum = known != lists_.end() ? known->second : SumOfMeans(from.applied);
  }
  for (const Evaluation& step : trace.steps) {
    sum += step.nanoseconds;
    lists_.insert_or_assign(KeyOf(step.next.applied), sum);
  }
  seen_ += static_cast<double>(sum);
  means_ += static_cast<double>(SumOfMeans(trace.steps.back().next.applied));
}

std::chrono::nanoseconds PassClock::Expected(std::span<const PassId> passes) const {
  const MutexLock lock(mutex_);
  const auto known = lists_.find(KeyOf(passes));
  if (known != lists_.end()) return std::chrono::nanoseconds(known->second);
  const double correction = means_ > 0 ? seen_ / means_ : 1;
  return std::chrono::nanoseconds(
      static_cast<std::int64_t>(correction * static_cast<double>(SumOfMeans(passes))));
}

std::uint64_t PassClock::SumOfMeans(std::span<const PassId> passes) const {
  std::uint64_t sum = 0;
  for (const PassId pass : passes) {
    const std::uint64_t runs = passes_[pass].runs.load(std::memory_order_relaxed);
    if (runs != 0) sum += passes_[pass].nanoseconds.load(std::memory_order_relaxed) / runs;
  }
  return sum;
}

std::uint64_t PassClock::tried() const {
  std::uint64_t sum = 0;
  for (const PassTally& tally : tallies()) {
    sum = std::accumulate(tally.failures.begin(), tally.failures.end(), sum + tally.applied);
  }
  return sum;
}

std::vector<PassTally> PassClock::tallies() const {
  std::vector<PassTally> tallies(passes_.size());
  for (std::size_t i = 0; i < passes_.size(); ++i) {
    const Total& total = passes_[i];
    tallies[i].applied = total.runs.load(std::memory_order_relaxed);
    tallies[i].changed = total.changed.load(std::memory_order_relaxed);
    tallies[i].cpu_time =
        std::chrono::nanoseconds(total.nanoseconds.load(std::memory_order_relaxed));
    std::ranges::transform(total.failures, tallies[i].failures.begin(),
                           [](const auto& count) { return count.load(std::memory_order_relaxed); });
  }
  return tallies;
}

}  // namespace autotune
