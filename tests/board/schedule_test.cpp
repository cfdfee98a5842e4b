#include "board/schedule.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Task = BoardSchedule::Task;

constexpr Task LookAt(std::size_t program) { return {Task::Kind::kLook, program}; }
constexpr Task Make(std::size_t run) { return {Task::Kind::kRun, run}; }

class BoardScheduleTest : public testing::Test {
 protected:
  Budget budget_{Budget::Limits{}};
};

TEST_F(BoardScheduleTest, RunsInTheirOrderWhatHasBeenLookedAtBefore) {
  BoardSchedule schedule({}, {1, 1, 0});
  for (std::size_t run = 0; run < 3; ++run) EXPECT_EQ(schedule.Next(budget_), Make(run));
  EXPECT_FALSE(schedule.Next(budget_));
}

TEST_F(BoardScheduleTest, OneJobLooksAtAllFirst) {
  BoardSchedule schedule({1, 0}, {1, 0});
  EXPECT_EQ(schedule.Next(budget_), LookAt(1));
  schedule.OnLooked(1, true);
  EXPECT_EQ(schedule.Next(budget_), LookAt(0));
  schedule.OnLooked(0, true);
  EXPECT_EQ(schedule.Next(budget_), Make(0));
  EXPECT_EQ(schedule.Next(budget_), Make(1));
}

TEST_F(BoardScheduleTest, WhereOneLooksOthersRunWhatCanBeRun) {
  BoardSchedule schedule({0, 1, 2}, {0, 1, 3, 2});
  EXPECT_EQ(schedule.Next(budget_), LookAt(0));
  EXPECT_EQ(schedule.Next(budget_), Make(2)) << "the program was known before";
  EXPECT_EQ(schedule.Next(budget_), LookAt(1)) << "there is nothing else to do";
  schedule.OnLooked(1, true);
  EXPECT_EQ(schedule.Next(budget_), Make(1));
  EXPECT_EQ(schedule.Next(budget_), LookAt(2));
  schedule.OnLooked(0, true);
  EXPECT_EQ(schedule.Next(budget_), Make(0));
}

TEST_F(BoardScheduleTest, RunsOfAProgramOfNoUseAreNotMade) {
  BoardSchedule schedule({0, 1}, {0, 1, 0});
  EXPECT_EQ(schedule.Next(budget_), LookAt(0));
  EXPECT_THAT(schedule.OnLooked(0, false), ElementsAre(0, 2));
  EXPECT_EQ(schedule.Next(budget_), LookAt(1));
  EXPECT_THAT(schedule.OnLooked(1, true), IsEmpty());
  EXPECT_EQ(schedule.Next(budget_), Make(1));
  EXPECT_FALSE(schedule.Next(budget_));
}

TEST_F(BoardScheduleTest, WaitsForALookThatIsUnderWay) {
  BoardSchedule schedule({0}, {0});
  EXPECT_EQ(schedule.Next(budget_), LookAt(0));
  std::atomic<bool> looked = false;
  std::jthread waiting([&] {
    EXPECT_EQ(schedule.Next(budget_), Make(0));
    EXPECT_TRUE(looked);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  looked = true;
  schedule.OnLooked(0, true);
}

TEST_F(BoardScheduleTest, GivesNothingOutOnceCancelled) {
  BoardSchedule schedule({0}, {0, 1});
  EXPECT_EQ(schedule.Next(budget_), LookAt(0));
  std::jthread waiting([&] {
    EXPECT_EQ(schedule.Next(budget_), Make(1));
    EXPECT_FALSE(schedule.Next(budget_));
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  budget_.Cancel();
}

TEST_F(BoardScheduleTest, ManyJobsDoEverythingOnce) {
  constexpr std::size_t kPrograms = 20;
  constexpr std::size_t kRuns = 200;
  std::vector<std::size_t> looks(kPrograms);
  std::vector<std::size_t> runs(kRuns);
  for (std::size_t i = 0; i < kPrograms; ++i) looks[i] = i;
  for (std::size_t i = 0; i < kRuns; ++i) runs[i] = i % kPrograms;
  BoardSchedule schedule(looks, runs);
  std::vector<std::atomic<int>> made(kRuns);
  std::vector<std::atomic<bool>> looked(kPrograms);
  {
    std::vector<std::jthread> jobs;
    for (int job = 0; job < 8; ++job) {
      jobs.emplace_back([&] {
        while (const auto task = schedule.Next(budget_)) {
          if (task->kind == Task::Kind::kRun) {
            EXPECT_TRUE(looked[runs[task->index]]);
            ++made[task->index];
          } else {
            EXPECT_FALSE(looked[task->index].exchange(true));
            schedule.OnLooked(task->index, true);
          }
        }
      });
    }
  }
  for (const std::atomic<int>& times : made) EXPECT_EQ(times, 1);
}

}  // namespace
}  // namespace autotune
