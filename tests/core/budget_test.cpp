#include "core/budget.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace autotune {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

Budget::Limits Evaluations(std::uint64_t limit) {
  return {.deadline = std::nullopt, .evaluations = limit};
}

Budget::Limits Until(Clock::time_point deadline) {
  return {.deadline = deadline, .evaluations = std::nullopt};
}

TEST(Budget, WithoutLimitsLastsUntilCancelled) {
  Budget budget({});
  EXPECT_EQ(budget.Claim(1'000'000), 1'000'000u);
  EXPECT_FALSE(budget.Exhausted());
  EXPECT_FALSE(budget.cancelled());
  budget.Cancel();
  EXPECT_TRUE(budget.cancelled());
  EXPECT_TRUE(budget.Interrupted());
  EXPECT_TRUE(budget.Exhausted());
  EXPECT_EQ(budget.Claim(1), 0u);
  EXPECT_EQ(budget.used(), 1'000'000u);
}

TEST(Budget, GrantsUpToTheLimit) {
  Budget budget(Evaluations(10));
  EXPECT_EQ(budget.Claim(7), 7u);
  EXPECT_FALSE(budget.Exhausted());
  EXPECT_EQ(budget.Claim(7), 3u);
  EXPECT_TRUE(budget.Exhausted());
  EXPECT_FALSE(budget.Interrupted()) << "what was claimed may be finished";
  EXPECT_EQ(budget.Claim(1), 0u);
  EXPECT_EQ(budget.used(), 10u);
}

TEST(Budget, OfNoEvaluationsGrantsNone) {
  Budget budget(Evaluations(0));
  EXPECT_TRUE(budget.Exhausted());
  EXPECT_EQ(budget.Claim(1), 0u);
}

TEST(Budget, WhatIsReturnedCanBeClaimedAgain) {
  Budget budget(Evaluations(10));
  EXPECT_EQ(budget.Claim(10), 10u);
  budget.Return(4);
  EXPECT_EQ(budget.used(), 6u);
  EXPECT_FALSE(budget.Exhausted());
  EXPECT_EQ(budget.Claim(10), 4u);
}

TEST(Budget, EndsAtItsDeadline) {
  Budget over(Until(Clock::now()));
  EXPECT_TRUE(over.Interrupted());
  EXPECT_EQ(over.Claim(1), 0u);

  Budget far(Until(Clock::now() + hours(1)));
  EXPECT_FALSE(far.Interrupted());
  EXPECT_EQ(far.Claim(1), 1u);

  const Clock::time_point deadline = Clock::now() + milliseconds(20);
  Budget soon(Until(deadline));
  std::this_thread::sleep_until(deadline);
  EXPECT_TRUE(soon.Interrupted());
  EXPECT_TRUE(soon.Exhausted());
}

TEST(Budget, ManyThreadsGetTheLimitExactly) {
  constexpr std::uint64_t kLimit = 100'003;
  Budget budget(Evaluations(kLimit));
  std::atomic<std::uint64_t> granted = 0;
  std::vector<std::thread> threads;
  for (std::uint64_t wanted = 1; wanted <= 8; ++wanted) {
    threads.emplace_back([&budget, &granted, wanted] {
      std::uint64_t mine = 0;
      while (const std::uint64_t grant = budget.Claim(wanted)) mine += grant;
      granted += mine;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(granted, kLimit);
  EXPECT_EQ(budget.used(), kLimit);
}

TEST(Budget, APartClaimsFromTheWhole) {
  Budget whole(Evaluations(10));
  Budget part(Evaluations(4), &whole);
  EXPECT_EQ(part.Claim(3), 3u);
  EXPECT_EQ(whole.used(), 3u);
  EXPECT_EQ(part.Claim(3), 1u);
  EXPECT_TRUE(part.Exhausted());
  EXPECT_FALSE(whole.Exhausted());
  part.Return(2);
  EXPECT_EQ(whole.used(), 2u);
  EXPECT_EQ(part.used(), 2u);
  part.Extend(Evaluations(100));
  EXPECT_EQ(part.Claim(50), 8u) << "the whole has no more";
  EXPECT_EQ(part.used(), 10u);
  EXPECT_TRUE(part.Exhausted());
}

TEST(Budget, APartEndsWithTheWhole) {
  Budget whole({});
  Budget part({}, &whole);
  EXPECT_FALSE(part.Interrupted());
  whole.Cancel();
  EXPECT_TRUE(part.Interrupted());
  EXPECT_TRUE(part.Exhausted());
}

TEST(Budget, APauseLetsWhatIsUnderWayFinish) {
  Budget budget({.pause = Clock::now() - milliseconds(1)});
  EXPECT_TRUE(budget.Exhausted());
  EXPECT_FALSE(budget.Interrupted());
  EXPECT_EQ(budget.Claim(1), 0u);
  budget.Extend({.pause = Clock::now() + hours(1)});
  EXPECT_EQ(budget.Claim(1), 1u);
}

TEST(Budget, PausesAfterSoManyEvaluationsAtTheEarliest) {
  Budget budget({.pause = Clock::now() - milliseconds(1), .least_before_pause = 2});
  EXPECT_EQ(budget.Claim(1), 1u);
  EXPECT_EQ(budget.Claim(1), 1u);
  EXPECT_EQ(budget.Claim(1), 0u);
}

TEST(Budget, CanOnlyBeMadeToEndEarlier) {
  const auto now = Clock::now();
  Budget whole({});
  Budget part({.deadline = now + hours(2)}, &whole);
  EXPECT_EQ(whole.end(), Clock::time_point::max());
  EXPECT_EQ(part.end(), now + hours(2));
  part.EndBy(now + hours(3));
  EXPECT_EQ(part.end(), now + hours(2));
  whole.EndBy(now + hours(1));
  EXPECT_EQ(part.end(), now + hours(1)) << "a part ends with the whole";
  EXPECT_FALSE(part.Interrupted());
  whole.EndBy(now);
  EXPECT_TRUE(part.Interrupted());
  EXPECT_FALSE(part.cancelled()) << "it is out of time, nobody has cancelled it";
}

TEST(Budget, IsRepeatableWhereEvaluationsAreLimited) {
  Budget whole(Evaluations(10));
  EXPECT_TRUE(whole.repeatable());
  EXPECT_TRUE(Budget({}, &whole).repeatable());
  EXPECT_FALSE(Budget({}).repeatable());
}

}  // namespace
}  // namespace autotune
