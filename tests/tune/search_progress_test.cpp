#include "tune/search_progress.h"

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

ProgressSettings Settings(Clock::duration time_left, Clock::duration proof_time) {
  ProgressSettings settings;
  settings.run_started = settings.search_started = Clock::now();
  settings.run_end = settings.run_started + time_left;
  settings.proof_time = [proof_time](const Best&) { return proof_time; };
  settings.evaluations = [] { return 8; };
  settings.failures = [] { return 0; };
  return settings;
}

TEST(SearchProgress, KeepsTheCurveAndTheLastImprovements) {
  Budget budget({});
  RecordingObserver observer;
  SearchProgress progress(Settings(1h, 0s), budget, observer);
  for (std::uint64_t i = 0; i < 30; ++i) progress.OnBest(Found(1000 - i, i), Clock::now());
  EXPECT_THAT(progress.curve(), SizeIs(30));
  EXPECT_THAT(progress.curve().front(),
              AllOf(Field(&CurvePoint::best, 1000u), Field(&CurvePoint::evaluations, 0u)));
  const std::vector<Best> kept = progress.improvements();
  EXPECT_THAT(kept, SizeIs(AllOf(Gt(10u), Le(20u))));
  EXPECT_EQ(kept.front().cost.instructions, 1000u);
  for (std::size_t i = 1; i <= 10; ++i) {
    EXPECT_EQ(kept[kept.size() - i].cost.instructions, 970u + i) << "the last ones are all there";
  }
  EXPECT_EQ(progress.improvements().back().cost.instructions, 971u);
  EXPECT_FALSE(budget.cancelled());
}

TEST(SearchProgress, WhatIsWorseTakesBackWhatIsBetter) {
  Budget budget({});
  RecordingObserver observer;
  SearchProgress progress(Settings(1h, 0s), budget, observer);
  for (const std::uint64_t value : {100, 90, 80, 70, 85}) {
    progress.OnBest(Found(value, 1), Clock::now());
  }
  EXPECT_THAT(progress.curve(),
              ElementsAre(Field(&CurvePoint::best, 100u), Field(&CurvePoint::best, 90u),
                          Field(&CurvePoint::best, 85u)));
  EXPECT_THAT(progress.improvements(), SizeIs(3));
  EXPECT_EQ(progress.improvements().back().cost.instructions, 85u);
}

TEST(SearchProgress, ShowsWhatWasMadeAndNotWhatIsClaimed) {
  Budget budget({});
  budget.Claim(25);
  RecordingObserver observer;
  SearchProgress progress(Settings(1h, 0s), budget, observer);
  progress.Tick();
  EXPECT_TRUE(observer.progress.empty()) << "nothing is known yet";
  progress.OnBest(Found(100, 1), Clock::now());
  progress.Tick();
  ASSERT_EQ(observer.progress.size(), 1u);
  EXPECT_EQ(observer.progress.back().evaluations, 8u);
  EXPECT_EQ(observer.progress.back().best, 100u);
}

TEST(SearchProgress, LeavesTimeForTheProof) {
  Budget budget({});
  RecordingObserver observer;
  const Clock::time_point begin = Clock::now();
  SearchProgress progress(Settings(10s, 9900ms), budget, observer);
  progress.OnBest(Found(100, 1), begin);
  const Clock::time_point next = progress.Tick();
  EXPECT_FALSE(budget.cancelled());
  EXPECT_LT(next, begin + 200ms) << "it looks again when the search has to end";
  std::this_thread::sleep_until(next);
  progress.Tick();
  EXPECT_TRUE(budget.cancelled());
}

}  // namespace
}  // namespace autotune
