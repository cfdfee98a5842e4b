#include "cli/proof_time.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

using namespace std::chrono_literals;

double Seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

constexpr std::size_t kCores = 4;

constexpr Clock::duration kLoading = 1s;

/// A level that takes two seconds of CPU time in each process, and three with the others.
Proven Level() {
  Proven level{};
  level.reproduction.processes = 3;
  level.reproduction.opt_cpu_time = 2s;
  level.reproduction.opt_time = 3s;
  return level;
}

double Expected(const Proven& level, std::chrono::nanoseconds list, std::size_t cores = 4) {
  return Seconds(ExpectedProofTime(level, list, cores, kLoading));
}

TEST(ExpectedProofTime, GoesByHowMuchMoreWorkTheListIs) {
  // As long as the level's process it takes to size it and for what is no pass, 9/8 of that for
  // each level's work; 50 ms.
  EXPECT_NEAR(Expected(Level(), 0s), 3 + 0.05, 1e-6);
  EXPECT_NEAR(Expected(Level(), 2s), 3 + 3.375 + 0.05, 1e-6);
  EXPECT_NEAR(Expected(Level(), 4s), 3 + 6.75 + 0.05, 1e-6);
}

/// Twice as long for the same work: the list will wait for the cores as the level did.
TEST(ExpectedProofTime, KnowsABusyMachine) {
  Proven level = Level();
  level.reproduction.opt_time = 6s;
  EXPECT_NEAR(Expected(level, 2s), 6 + 6.75 + 0.05, 1e-6);
}

/// A list's processes share the cores, which a single one of the level did not.
TEST(ExpectedProofTime, KnowsWhetherTheLevelWasAlone) {
  Proven level = Level();
  level.reproduction.processes = 1;
  EXPECT_NEAR(Expected(level, 2s, 4), 1.05 + 3.375 + 1.95 + 0.05, 1e-6);
  EXPECT_NEAR(Expected(level, 2s, 2), 2 * (1.05 + 3.375) + 1.95 + 0.05, 1e-6);
  level.reproduction.processes = 3;
  EXPECT_NEAR(Expected(level, 2s, 2), 1.05 + 3.375 + 1.95 + 0.05, 1e-6);
}

TEST(ExpectedProofTime, GoesByTheProgramWhereNoLevelIsProved) {
  EXPECT_NEAR(Expected({}, 2s, 4), 2 + 2.25 + 4 + 0.05, 1e-6);
  EXPECT_NEAR(Expected({}, 2s, 2), 2 * (2 + 2.25) + 4 + 0.05, 1e-6);
}

TEST(ExpectedProofTime, TheUsersCheckTakesAsLongForAnyList) {
  Proven level = Level();
  level.check_time = 4s;
  EXPECT_NEAR(Expected(level, 0s), 3.05 + 4, 1e-6);
}

TEST(ExpectedProofTime, AProcessThatTookNoTimeToSpeakOfIsNoDivisor) {
  Proven level = Level();
  level.reproduction.opt_cpu_time = 0s;
  level.reproduction.opt_time = 10ms;
  EXPECT_LT(Expected(level, 1ms), 0.1);
}

}  // namespace
}  // namespace autotune
