#include "tune/search_monitor.h"

#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/recording_observer.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::Gt;
using testing::Le;
using testing::SizeIs;

Best Found(std::uint64_t instructions, std::uint64_t evaluations) {
  return {.passes = {0},
          .cost = {.instructions = instructions, .object_size = {}},
          .evaluations = evaluations};
}

MonitorSettings Settings(Clock::duration time_left, Clock::duration proof_time) {
  MonitorSettings settings;
  settings.run_started = settings.search_started = Clock::now();
  settings.run_end = settings.run_started + time_left;
  settings.proof_time = [proof_time](const Best&) { return proof_time; };
  settings.evaluations = [] { return 8; };
  settings.failures = [] { return 0; };
  return settings;
}

TEST(SearchMonitor, KeepsTheCurveAndTheLastImprovements) {
  Budget budget({});
  RecordingObserver observer;
  SearchMonitor monitor(Settings(1h, 0s), budget, observer);
  for (std::uint64_t i = 0; i < 30; ++i) monitor.OnBest(Found(1000 - i, i), Clock::now());
  monitor.Stop();
  EXPECT_THAT(monitor.curve(), SizeIs(30));
  EXPECT_THAT(monitor.curve().front(),
              AllOf(Field(&CurvePoint::best, 1000u), Field(&CurvePoint::evaluations, 0u)));
  const std::vector<Best> kept = monitor.improvements();
  EXPECT_THAT(kept, SizeIs(AllOf(Gt(10u), Le(20u))));
  EXPECT_EQ(kept.front().cost.instructions, 1000u);
  for (std::size_t i = 1; i <= 10; ++i) {
    EXPECT_EQ(kept[kept.size() - i].cost.instructions, 970u + i) << "the last ones are all there";
  }
  EXPECT_EQ(monitor.improvements().back().cost.instructions, 971u);
  EXPECT_FALSE(budget.cancelled());
}

TEST(SearchMonitor, WhatIsWorseTakesBackWhatIsBetter) {
  Budget budget({});
  RecordingObserver observer;
  SearchMonitor monitor(Settings(1h, 0s), budget, observer);
  for (const std::uint64_t value : {100, 90, 80, 70, 85}) {
    monitor.OnBest(Found(value, 1), Clock::now());
  }
  monitor.Stop();
  EXPECT_THAT(monitor.curve(),
              ElementsAre(Field(&CurvePoint::best, 100u), Field(&CurvePoint::best, 90u),
                          Field(&CurvePoint::best, 85u)));
  EXPECT_THAT(monitor.improvements(), SizeIs(3));
  EXPECT_EQ(monitor.improvements().back().cost.instructions, 85u);
}

TEST(SearchMonitor, ShowsWhatWasMadeAndNotWhatIsClaimed) {
  Budget budget({});
  budget.Claim(25);
  RecordingObserver observer;
  {
    SearchMonitor monitor(Settings(1h, 0s), budget, observer);
    monitor.OnBest(Found(100, 1), Clock::now());
    std::this_thread::sleep_for(500ms);  // it looks five times a second
  }
  ASSERT_FALSE(observer.progress.empty());
  EXPECT_EQ(observer.progress.back().evaluations, 8u);
}

TEST(SearchMonitor, LeavesTimeForTheProof) {
  Budget budget({});
  RecordingObserver observer;
  const Clock::time_point begin = Clock::now();
  SearchMonitor monitor(Settings(10s, 9500ms), budget, observer);
  monitor.OnBest(Found(100, 1), Clock::now());
  while (!budget.cancelled() && Clock::now() < begin + 10s) std::this_thread::sleep_for(1ms);
  EXPECT_GE(Clock::now() - begin, 500ms);
  EXPECT_LT(Clock::now() - begin, 5s);
}

}  // namespace
}  // namespace autotune
