#include "tune/proof/proof_time.h"

#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using namespace std::chrono_literals;

double Seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

constexpr std::size_t kCores = 4;

constexpr Clock::duration kLoading = 1s;

/// A level that takes two seconds of CPU time in each process, and three with the others.
Proven ProvedLevel() {
  Proven level{};
  level.reproduction.processes = 3;
  level.reproduction.opt_cpu_time = 2s;
  level.reproduction.opt_time = 3s;
  level.reproduction.cost.object_size = ObjectSize{100, 0};
  return level;
}

/// As known of it before any process has run it.
Proven Unproved() {
  Proven level{};
  level.reproduction.cost.object_size = ObjectSize{100, 0};
  return level;
}

double Expected(const Proven& level, std::chrono::nanoseconds list, std::size_t cores = kCores,
                int processes = 4) {
  return Seconds(ExpectedProofTime(level, list, processes, cores, kLoading));
}

TEST(ExpectedProofTime, GoesByHowMuchMoreWorkTheListIs) {
  // An eighth of the level's process and 100 ms for what is no pass, 9/8 of it for each level's
  // work, 0.65 of one alone, and 100 ms, to size what comes of it; 50 ms.
  EXPECT_NEAR(Expected(ProvedLevel(), 0s), 0.475 + 1.365 + 0.05, 1e-6);
  EXPECT_NEAR(Expected(ProvedLevel(), 2s), 0.475 + 3.375 + 1.365 + 0.05, 1e-6);
  EXPECT_NEAR(Expected(ProvedLevel(), 4s), 0.475 + 6.75 + 1.365 + 0.05, 1e-6);
}

TEST(ExpectedProofTime, CodeIsGeneratedOnlyForASizeOrAnObjectFile) {
  Proven level = ProvedLevel();
  const double sized = Expected(level, 2s);
  level.reproduction.cost.object_size.reset();
  EXPECT_NEAR(Expected(level, 2s), 0.475 + 3.375 + 0.05, 1e-6);
  const auto object = ExpectedProofTime(level, 2s, 4, kCores, kLoading, /*object=*/true);
  EXPECT_NEAR(Seconds(object), sized, 1e-6);
}

/// Twice as long for the same work: the list will wait for the cores as the level did.
TEST(ExpectedProofTime, KnowsABusyMachine) {
  Proven level = ProvedLevel();
  level.reproduction.opt_time = 6s;
  EXPECT_NEAR(Expected(level, 2s), 0.85 + 6.75 + 1.365 + 0.05, 1e-6);
}

/// A list's processes share the cores, which a single one of the level did not.
TEST(ExpectedProofTime, KnowsWhetherTheLevelWasAlone) {
  Proven level = ProvedLevel();
  level.reproduction.processes = 1;
  EXPECT_NEAR(Expected(level, 2s, 4), 0.475 + 3.375 + 1.95 + 0.05, 1e-6);
  EXPECT_NEAR(Expected(level, 2s, 2), 2 * (0.475 + 3.375) + 1.95 + 0.05, 1e-6);
  level.reproduction.processes = 3;
  EXPECT_NEAR(Expected(level, 2s, 2), 0.475 + 3.375 + 1.365 + 0.05, 1e-6);
}

/// Half as many wait for each other a third as long.
TEST(ExpectedProofTime, FewerProcessesTakeLess) {
  Proven level = ProvedLevel();
  const double two = 2 + 1.0 / 3;
  EXPECT_NEAR(Expected(level, 2s, 4, 2), 0.1 + two * (0.125 + 1.125) + 1.365 + 0.05, 1e-6);
  EXPECT_NEAR(Expected(level, 2s, 4, 1), 0.1 + 2 * (0.125 + 1.125) + 1.3 + 0.05, 1e-6);
  level.reproduction.processes = 1;
  EXPECT_NEAR(Expected(level, 2s, 2, 2), 0.475 + 3.375 + 1.95 + 0.05, 1e-6);
  EXPECT_NEAR(Expected(Unproved(), 2s, 2, 2), 2 + 2.25 + 4 + 0.05, 1e-6);
}

/// Most of a small module's process is no pass.
TEST(ExpectedProofTime, KnowsSmallModules) {
  Proven level = ProvedLevel();
  level.reproduction.opt_cpu_time = 100ms;
  level.reproduction.opt_time = 200ms;
  EXPECT_NEAR(Expected(level, 0s), 0.07 + 0.13 + 0.05, 1e-6);
}

TEST(ExpectedProofTime, GoesByTheProgramWhereNoLevelIsProved) {
  EXPECT_NEAR(Expected(Unproved(), 2s, 4), 2 + 2.25 + 4 + 0.05, 1e-6);
  EXPECT_NEAR(Expected(Unproved(), 2s, 2), 2 * (2 + 2.25) + 4 + 0.05, 1e-6);
}

TEST(ExpectedProofTime, TheUsersCheckTakesAsLongForAnyList) {
  Proven level = ProvedLevel();
  level.check_time = 4s;
  EXPECT_NEAR(Expected(level, 0s), 0.475 + 1.365 + 0.05 + 4, 1e-6);
}

TEST(ExpectedProofTime, AProcessThatTookNoTimeToSpeakOfIsNoDivisor) {
  Proven level = ProvedLevel();
  level.reproduction.opt_cpu_time = 0s;
  level.reproduction.opt_time = 10ms;
  EXPECT_LT(Expected(level, 1ms), 0.1);
}

TEST(LoadingOfResult, GoesByTheInstructionsThatOzLeaves) {
  EXPECT_EQ(LoadingOfResult(100ms, 20'000, 2'000), Clock::duration(20ms));
  EXPECT_EQ(LoadingOfResult(100ms, 20'000, 10'000), Clock::duration(100ms));
  EXPECT_EQ(LoadingOfResult(100ms, 20'000, 19'000), Clock::duration(100ms));
}

TEST(AttributesTime, IsASixthOfTheBudgetAtMost) {
  const Clock::duration forcing = ForcingTime(100ms);
  EXPECT_NEAR(Seconds(forcing), 1.1, 1e-6);
  EXPECT_NEAR(Seconds(AttributesTime(100ms, forcing, 60s, 1)), 1.1 + 4.8, 1e-6);
  EXPECT_NEAR(Seconds(AttributesTime(100ms, forcing, 60s, 2)), 1.1 + 2.4, 1e-6);
  EXPECT_NEAR(Seconds(AttributesTime(100ms, forcing, 18s, 1)), 3, 1e-6);
}

TEST(AttributesTime, CallingConventionsHaveTheirOwnUpToAQuarterInAll) {
  const auto seconds = [](Clock::duration loading, std::uint64_t threads) {
    return Seconds(AttributesTime(loading, ForcingTime(loading), 60s, threads,
                                  {.conventions = true, .tables = false}));
  };
  EXPECT_NEAR(seconds(10ms, 1), 0.2 + 72 * 0.04, 1e-6);
  EXPECT_NEAR(seconds(10ms, 2), 0.2 + 66 * 0.04, 1e-6);
  EXPECT_NEAR(seconds(100ms, 1), 15, 1e-6);
}

TEST(AttributesTime, SmallProgramsGetASecondOfAShortBudget) {
  const Clock::duration forcing = ForcingTime(5ms);
  EXPECT_NEAR(Seconds(AttributesTime(5ms, forcing, 3s, 1)), 0.15 + 0.24, 1e-6);
  EXPECT_NEAR(Seconds(AttributesTime(5ms, forcing, 1s, 1)), 1.0 / 3, 1e-6);
}

TEST(AttributesTime, TablesTakeAsLongAsGivingAttributes) {
  const auto forcing = ForcingTime(5ms);
  const AttributeSteps tables{.conventions = false, .tables = true};
  EXPECT_NEAR(Seconds(AttributesTime(5ms, forcing, 60s, 1, tables)), 2 * 0.15 + 0.24, 1e-6);
}

TEST(AttributesTime, ThereIsNoneIfOptAloneTakesTooLong) {
  EXPECT_NEAR(Seconds(AttributesTime(100ms, ForcingTime(100ms), 12s, 1)), 2.2, 1e-6);
  EXPECT_EQ(AttributesTime(100ms, ForcingTime(100ms), 6s, 1), Clock::duration());
  EXPECT_EQ(AttributesTime(1ms, ForcingTime(1ms) + 20s, 60s, 1), Clock::duration());  // the check
}

TEST(WorthProving, IsTheBestThatThereIsTimeFor) {
  const std::vector<Best> found = {
      {{0}, {300, {}}, 1}, {{1}, {200, {}}, 2}, {{1, 2}, {100, {}}, 3}};
  const auto shorter_than = [&found](std::size_t passes) {
    std::vector<std::uint64_t> counts;
    for (const Best& best :
         WorthProving(found, [passes](const Best& its) { return its.passes.size() < passes; })) {
      counts.push_back(best.cost.instructions);
    }
    return counts;
  };
  EXPECT_THAT(shorter_than(3), testing::ElementsAre(100, 200, 300));
  EXPECT_THAT(shorter_than(2), testing::ElementsAre(200, 300));
  EXPECT_THAT(shorter_than(1), testing::ElementsAre(100, 200, 300)) << "better late than never";
  EXPECT_TRUE(WorthProving({}, [](const Best&) { return true; }).empty());
}

}  // namespace
}  // namespace autotune
