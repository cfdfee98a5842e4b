#include "tune/run_clock.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tune/seconds.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;

/// Time after the budget at which LLVM stops; 4 % of the budget if that is more.
constexpr auto kMinGrace = 600ms;
constexpr int kGraceShare = 25;
/// Time that LLVM may go on after a request to stop, to prove the best list if that is quick.
constexpr auto kPatienceAfterStop = 550ms;

/// Interval of looks for what a descriptor would tell, if the process had too many open for it.
constexpr auto kLookInterval = 100ms;

constexpr Clock::time_point kNever = Clock::time_point::max();

/// Returns `time` + `more`, or never if that is too late to be expressed.
Clock::time_point After(Clock::time_point time, Clock::duration more) {
  return more < kNever - time ? time + more : kNever;
}

}  // namespace

RunClock::RunClock(Clock::time_point started, std::optional<Clock::duration> budget,
                   const StopToken& stop, TuneObserver& observer)
    : stop_(stop),
      observer_(observer),
      started_(started),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (budget) SetEnd(*budget);
  thread_ = std::jthread([this](const std::stop_token& done) { Watch(done); });
}

RunClock::~RunClock() {
  thread_.request_stop();
  Wake();
}

double RunClock::seconds() const { return Seconds(Clock::now() - started_); }

void RunClock::Restart(Clock::duration budget) {
  started_ = Clock::now();
  SetEnd(budget);
}

void RunClock::SetEnd(Clock::duration budget) {
  end_ = After(started_, budget);
  all_.EndBy(After(end_, std::max<Clock::duration>(kMinGrace, budget / kGraceShare)));
}

void RunClock::StartTicking(Tick tick) {
  {
    const MutexLock lock(mutex_);
    tick_ = std::move(tick);
    next_ = Clock::now();
  }
  Wake();
}

void RunClock::StopTicking() {
  const MutexLock lock(mutex_);
  tick_ = nullptr;
  next_ = kNever;
}

void RunClock::Wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(wake_.get(), &one, sizeof one);
}

void RunClock::Watch(const std::stop_token& done) {
  bool stopping = false;
  while (!done.stop_requested()) {
    std::array<pollfd, 2> waiting{pollfd{wake_.get(), POLLIN, 0},
                                  pollfd{stopping ? -1 : stop_.descriptor(), POLLIN, 0}};
    poll(waiting.data(), waiting.size(), UntilLook());
    if (waiting[0].revents != 0) {
      std::uint64_t count = 0;
      [[maybe_unused]] const auto size = read(wake_.get(), &count, sizeof count);
    }
    if (!stopping && stop_.signal() != 0) {
      stopping = true;
      OnStopRequest();
    }
    TickIfDue();
  }
}

void RunClock::OnStopRequest() {
  until_stopped_.Cancel();
  all_.EndBy(Clock::now() + kPatienceAfterStop);
  observer_.OnStopping();
}

int RunClock::UntilLook() const {
  const bool told = wake_.get() >= 0 && stop_.descriptor() >= 0;
  const MutexLock lock(mutex_);
  if (told && next_ == kNever) return -1;
  const std::chrono::milliseconds longest = told ? 1h : kLookInterval;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_ - Clock::now());
  return static_cast<int>(std::clamp(left, 0ms, longest).count());
}

void RunClock::TickIfDue() {
  const MutexLock lock(mutex_);
  if (tick_ && Clock::now() >= next_) next_ = tick_();
}

}  // namespace autotune
