#include "tune/running_search.h"

#include <condition_variable>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;

Best Found(std::uint64_t instructions) {
  return {.passes = {0}, .cost = {.instructions = instructions, .object_size = {}}};
}

/// Opened once.
class Gate {
 public:
  void Open() {
    const MutexLock lock(mutex_);
    open_ = true;
    opened_.notify_all();
  }
  void Wait() {
    const MutexLock lock(mutex_);
    while (!open_) opened_.wait(mutex_);
  }

 private:
  Mutex mutex_;
  bool open_ GUARDED_BY(mutex_) = false;
  std::condition_variable_any opened_;
};

TEST(RunningSearch, TellsOfWhatWasFoundBeforeAndAfterSomebodyListens) {
  Budget budget({});
  Gate found_some;
  Gate listening;
  RunningSearch search(budget, [&](const OnBest& on_best) -> Result<Best> {
    on_best(Found(30));
    on_best(Found(20));
    found_some.Open();
    listening.Wait();
    on_best(Found(10));
    return Found(10);
  });
  found_some.Wait();
  const Clock::time_point listened_at = Clock::now();
  std::vector<std::uint64_t> heard;
  std::vector<bool> earlier;
  search.Listen([&](const Best& best, Clock::time_point at) {
    heard.push_back(best.cost.instructions);
    earlier.push_back(at <= listened_at);
  });
  EXPECT_THAT(heard, ElementsAre(30, 20));
  listening.Open();
  const Result<Best> best = search.Wait();
  ASSERT_TRUE(best.ok());
  EXPECT_EQ(best->cost.instructions, 10u);
  EXPECT_THAT(heard, ElementsAre(30, 20, 10));
  EXPECT_THAT(earlier, ElementsAre(true, true, false));
}

TEST(RunningSearch, LastsUntilItEndsAndNotUntilSomebodyWaits) {
  Budget budget({});
  RunningSearch search(budget, [](const OnBest&) -> Result<Best> { return Found(1); });
  Clock::duration before;
  do {
    before = search.duration();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  } while (search.duration() != before);
  ASSERT_TRUE(search.Wait().ok());
  EXPECT_EQ(search.duration(), before);
}

TEST(RunningSearch, MayBeStoppedBefore) {
  Budget budget({});
  RunningSearch search(budget, [&](const OnBest&) -> Result<Best> {
    while (!budget.Exhausted()) std::this_thread::yield();
    return Found(1);
  });
  search.Stop();
  EXPECT_TRUE(budget.cancelled());
  const Clock::duration took = search.duration();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_EQ(search.duration(), took);
  search.Stop();
}

TEST(RunningSearch, EndsWithItsOwner) {
  Budget budget({});
  {
    RunningSearch search(budget, [&](const OnBest&) -> Result<Best> {
      while (!budget.Exhausted()) std::this_thread::yield();
      return Found(1);
    });
  }
  EXPECT_TRUE(budget.cancelled());
}

}  // namespace
}  // namespace autotune
