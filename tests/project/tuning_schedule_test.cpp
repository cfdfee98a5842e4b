#include "project/tuning_schedule.h"

#include <future>
#include <set>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kHour{3'600};

TEST(TuningSchedule, GivesEachThreadAUnitAndTheLargestOneFirst) {
  TuningSchedule schedule({{.bytes = 10}, {.bytes = 30}, {.bytes = 20}, {.bytes = 40}}, 2,
                          Clock::now() + kHour);
  const auto first = schedule.Next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->unit, 3);
  EXPECT_EQ(first->threads, 1);
  EXPECT_NEAR(static_cast<double>(first->time.count()), 3'600'000 * 0.8, 1'000);
  const auto second = schedule.Next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->unit, 1);
  EXPECT_NEAR(static_cast<double>(second->time.count()), 3'600'000 * 0.6, 1'000);
}

TEST(TuningSchedule, GivesAUnitThatIsMostOfAllSeveralThreads) {
  TuningSchedule schedule({{.bytes = 10}, {.bytes = 90}}, 2, Clock::now() + kHour);
  const auto first = schedule.Next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->unit, 1);
  EXPECT_EQ(first->threads, 2);
  EXPECT_NEAR(static_cast<double>(first->time.count()), 3'600'000 * 0.9, 1'000);
  schedule.End(*first);
  // What it has left goes to the other one.
  const auto second = schedule.Next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->threads, 2);
  EXPECT_NEAR(static_cast<double>(second->time.count()), 3'600'000, 1'000);
  schedule.End(*second);
  EXPECT_FALSE(schedule.Next());
  EXPECT_EQ(schedule.unsearched().size(), 0);
}

TEST(TuningSchedule, WaitsForAThread) {
  TuningSchedule schedule({{.bytes = 20}, {.bytes = 10}}, 1, Clock::now() + kHour);
  const auto first = schedule.Next();
  ASSERT_TRUE(first);
  auto second = std::async(std::launch::async, [&] { return schedule.Next(); });
  EXPECT_EQ(second.wait_for(milliseconds(20)), std::future_status::timeout);
  schedule.End(*first);
  const auto turn = second.get();
  ASSERT_TRUE(turn);
  EXPECT_EQ(turn->unit, 1);
}

TEST(TuningSchedule, BeginsWithWhatHadLessTimeBefore) {
  TuningSchedule schedule({{.bytes = 90, .spent = 8 * kHour}, {.bytes = 90}}, 1,
                          Clock::now() + kHour);
  const auto first = schedule.Next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->unit, 1);
  EXPECT_NEAR(static_cast<double>(first->time.count()), 3'600'000, 1'000);
  // The other one has what the first left.
  schedule.End(*first);
  const auto second = schedule.Next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->unit, 0);
}

TEST(TuningSchedule, LooksAtUnitsBeforeItSearchesSome) {
  TuningSchedule schedule({{.bytes = 10'000}, {.bytes = 11'000}}, 1, Clock::now() + seconds(9));
  std::vector<std::pair<std::size_t, bool>> turns;
  while (const auto turn = schedule.Next()) {
    turns.emplace_back(turn->unit, turn->searches);
    schedule.End(*turn);
  }
  // A look took no time here. One search needs 8 s of the 9, and gives the other's time back.
  EXPECT_THAT(turns, testing::ElementsAre(testing::Pair(1, false), testing::Pair(0, false),
                                          testing::Pair(testing::_, true),
                                          testing::Pair(testing::_, true)));
  EXPECT_EQ(schedule.unsearched().size(), 0);
}

/// Two of three equal units begin. Their shares would leave the third too little for a search.
TEST(TuningSchedule, LeavesTimeToSearchTheOthers) {
  TuningSchedule schedule({{.bytes = 300'000}, {.bytes = 300'000}, {.bytes = 300'000}}, 2,
                          Clock::now() + seconds(300));
  for (int i = 0; i < 2; ++i) {
    const auto turn = schedule.Next();
    ASSERT_TRUE(turn);
    EXPECT_TRUE(turn->searches);
    EXPECT_NEAR(static_cast<double>(turn->time.count()), 300'000 - 124'000, 1'000);
  }
}

TEST(TuningSchedule, GivesOneThreadOrAll) {
  TuningSchedule schedule({{.bytes = 300}, {.bytes = 100}, {.bytes = 100}}, 4,
                          Clock::now() + kHour);
  const auto first = schedule.Next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->unit, 0);
  EXPECT_EQ(first->threads, 4);
  EXPECT_NEAR(static_cast<double>(first->time.count()), 3'600'000 * 0.6, 1'000);
}

TEST(TuningSchedule, UnitsWithoutBytesNeedNoTime) {
  TuningSchedule schedule({{.bytes = 0}, {.bytes = 10}}, 1, Clock::now() + kHour);
  const auto first = schedule.Next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->unit, 1);
  schedule.End(*first);
  EXPECT_FALSE(schedule.Next());
  EXPECT_EQ(schedule.unsearched().size(), 0);
}

TEST(TuningSchedule, AUnitThatCantBeTunedHasOneTurn) {
  TuningSchedule schedule({{.bytes = 10'000}}, 1, Clock::now() + seconds(7));
  const auto look = schedule.Next();
  ASSERT_TRUE(look);
  EXPECT_FALSE(look->searches);
  schedule.End(*look, /*is_last=*/true);
  EXPECT_FALSE(schedule.Next());
}

TEST(TuningSchedule, CountsUnitsForWhichTimeIsTooShort) {
  TuningSchedule schedule({{.bytes = 10}, {.bytes = 1'000'000}}, 1, Clock::now() + seconds(20));
  const auto first = schedule.Next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->unit, 0);
  schedule.End(*first);
  EXPECT_FALSE(schedule.Next());
  EXPECT_EQ(schedule.unsearched().size(), 1);
}

TEST(TuningSchedule, GivesEachUnitOneTurn) {
  std::vector<UnitToTune> units;
  for (std::uint64_t i = 0; i < 100; ++i) units.push_back({.bytes = 100 + i});
  TuningSchedule schedule(units, 3, Clock::now() + kHour);
  std::set<std::size_t> served;
  while (const auto turn = schedule.Next()) {
    EXPECT_TRUE(served.insert(turn->unit).second);
    schedule.End(*turn);
  }
  EXPECT_EQ(served.size(), 100);
}

}  // namespace
}  // namespace autotune
