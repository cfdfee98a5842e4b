#include "cli/proof_deadline.h"

#include <algorithm>

namespace autotune {

namespace {

using namespace std::chrono_literals;

constexpr auto kPatienceAfterSignal = 1s;
// A signal handler can't wake a condition variable.
constexpr auto kPoll = 20ms;

}  // namespace

ProofDeadline::ProofDeadline(Clock::time_point deadline, const StopSignals& signals)
    : deadline_(deadline),
      thread_([this, &signals](const std::stop_token& stop) { Watch(stop, signals); }) {}

void ProofDeadline::Watch(const std::stop_token& stop, const StopSignals& signals) {
  bool hurried = false;
  while (!stop.stop_requested()) {
    const Clock::time_point now = Clock::now();
    if (!hurried && signals.received() != 0) {
      deadline_ = std::min(deadline_, now + kPatienceAfterSignal);
      hurried = true;
    }
    if (now >= deadline_) return budget_.Cancel();
    std::this_thread::sleep_for(std::min<Clock::duration>(kPoll, deadline_ - now));
  }
}

}  // namespace autotune
