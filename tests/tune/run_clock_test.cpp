#include "tune/run_clock.h"

#include <atomic>
#include <csignal>
#include <optional>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "support/recording_observer.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;

/// Waits until `done` holds, 5 s at most.
template <typename Done>
bool Eventually(const Done& done) {
  const Clock::time_point end = Clock::now() + 5s;
  while (!done() && Clock::now() < end) std::this_thread::sleep_for(1ms);
  return done();
}

class RunClockTest : public testing::Test {
 protected:
  StopToken stop_;
  RecordingObserver observer_;
};

TEST_F(RunClockTest, EndsAllWorkALittleAfterTheBudget) {
  const Clock::time_point started = Clock::now();
  const RunClock brief(started, 3s, stop_, observer_);
  EXPECT_EQ(brief.end(), started + 3s);
  EXPECT_EQ(brief.all().end(), started + 3600ms);
  const RunClock longer(started, 100s, stop_, observer_);
  EXPECT_EQ(longer.all().end(), started + 104s);
}

TEST_F(RunClockTest, WithoutABudgetNothingEnds) {
  const RunClock clock(Clock::now(), {}, stop_, observer_);
  EXPECT_EQ(clock.end(), Clock::time_point::max());
  EXPECT_EQ(clock.all().end(), Clock::time_point::max());
}

TEST_F(RunClockTest, AHugeBudgetNeverEnds) {
  const Clock::duration most = Clock::duration::max();
  const RunClock whole(Clock::now(), most, stop_, observer_);
  EXPECT_EQ(whole.end(), Clock::time_point::max());
  EXPECT_EQ(whole.all().end(), Clock::time_point::max());
  const Clock::time_point started = Clock::now();
  const RunClock nearly(started, most - started.time_since_epoch() - 1s, stop_, observer_);
  EXPECT_EQ(nearly.end(), Clock::time_point::max() - 1s);
  EXPECT_EQ(nearly.all().end(), Clock::time_point::max());
}

TEST_F(RunClockTest, TheBudgetMayBeginLater) {
  RunClock clock(Clock::now() - 1h, {}, stop_, observer_);
  const Clock::time_point before = Clock::now();
  clock.Restart(10s);
  EXPECT_GE(clock.started(), before);
  EXPECT_EQ(clock.end(), clock.started() + 10s);
  EXPECT_LT(clock.seconds(), 60);
}

TEST_F(RunClockTest, ARequestToStopEndsTheRunSoon) {
  RunClock clock(Clock::now(), 1h, stop_, observer_);
  EXPECT_FALSE(clock.until_stopped().cancelled());
  stop_.Stop(SIGTERM);
  ASSERT_TRUE(Eventually([&] { return clock.until_stopped().cancelled(); }));
  ASSERT_TRUE(Eventually([&] { return clock.all().end() < Clock::now() + 1s; }));
  EXPECT_FALSE(clock.all().cancelled()) << "a quick proof still ends";
  EXPECT_EQ(clock.signal(), SIGTERM);
  stop_.Stop(SIGINT);
  EXPECT_EQ(clock.signal(), SIGTERM) << "the first one counts";
}

TEST_F(RunClockTest, TheObserverIsToldOnceEvenOfARequestThatCameBefore) {
  stop_.Stop(SIGINT);
  {
    RunClock clock(Clock::now(), 1h, stop_, observer_);
    EXPECT_TRUE(Eventually([&] { return clock.until_stopped().cancelled(); }));
    std::this_thread::sleep_for(50ms);
  }
  EXPECT_EQ(observer_.stops, 1);
}

/// Lets no descriptor be opened while it lives.
class NoDescriptors {
 public:
  NoDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none{0, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit before_{};
};

TEST_F(RunClockTest, WorksWithoutDescriptors) {
  std::optional<NoDescriptors> none(std::in_place);
  StopToken stop;
  std::optional<RunClock> clock(std::in_place, Clock::now(), 1h, stop, observer_);
  none.reset();
  EXPECT_LT(stop.descriptor(), 0);
  std::atomic<int> ticks{0};
  {
    const RunClock::Ticking ticking(*clock, [&] {
      ++ticks;
      return Clock::time_point::max();
    });
    EXPECT_TRUE(Eventually([&] { return ticks == 1; }));
  }
  stop.Stop(SIGINT);
  EXPECT_TRUE(Eventually([&] { return clock->until_stopped().cancelled(); }));
  const Clock::time_point begin = Clock::now();
  clock.reset();
  EXPECT_LT(Clock::now() - begin, 5s);
  EXPECT_EQ(observer_.stops, 1);
}

TEST_F(RunClockTest, TicksWhenTheLastTickSaid) {
  RunClock clock(Clock::now(), 1h, stop_, observer_);
  std::atomic<int> ticks{0};
  const RunClock::Ticking ticking(clock, [&] {
    ++ticks;
    return Clock::now() + (ticks < 3 ? 1ms : 1h);
  });
  EXPECT_TRUE(Eventually([&] { return ticks == 3; }));
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(ticks, 3);
}

TEST_F(RunClockTest, DoesNotTickAfterItWasToldNotTo) {
  RunClock clock(Clock::now(), 1h, stop_, observer_);
  std::atomic<int> ticks{0};
  {
    const RunClock::Ticking ticking(clock, [&] {
      ++ticks;
      return Clock::now();
    });
    EXPECT_TRUE(Eventually([&] { return ticks > 10; }));
  }
  const int ticked = ticks;
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(ticks, ticked);
}

}  // namespace
}  // namespace autotune
