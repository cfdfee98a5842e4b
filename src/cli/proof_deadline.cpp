#include "cli/proof_deadline.h"

#include <algorithm>

namespace autotune {

namespace {

using namespace std::chrono_literals;

// A signal handler can't wake a condition variable.
constexpr auto kPoll = 20ms;

}  // namespace

ProofDeadline::ProofDeadline(const ProofLimits& limits, const StopSignals& signals)
    : limits_(limits),
      budget_({.deadline = limits.repair_end, .evaluations = {}}),
      thread_([this, &signals](const std::stop_token& stop) { Watch(stop, signals); }) {}

void ProofDeadline::Watch(const std::stop_token& stop, const StopSignals& signals) {
  bool hurried = false;
  while (!stop.stop_requested()) {
    const Clock::time_point now = Clock::now();
    if (!hurried && signals.received() != 0) {
      limits_.end = std::min(limits_.end, now + limits_.patience);
      hurried = true;
    }
    if (now >= limits_.end) return budget_.Cancel();
    std::this_thread::sleep_for(std::min<Clock::duration>(kPoll, limits_.end - now));
  }
}

}  // namespace autotune
