#include "cli/proof_time.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

using namespace std::chrono_literals;

double Seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

constexpr std::size_t kCores = 4;

/// A level that takes two seconds of CPU time in each process, and three to prove.
Proven Level() {
  Proven level{};
  level.reproduction.opt_cpu_time = 2s;
  level.reproduction.opt_time = 3s;
  level.proof_time = 3s;
  return level;
}

TEST(ExpectedProofTime, GoesByHowMuchMoreWorkTheListIs) {
  // A quarter of the level's proof, 9/8 of it for each level's work; the replay; 50 ms.
  EXPECT_NEAR(Seconds(ExpectedProofTime(Level(), 0s, kCores)), 0.75 + 0.05, 1e-6);
  EXPECT_NEAR(Seconds(ExpectedProofTime(Level(), 2s, kCores)), 0.75 + 3.375 + 2 + 0.05, 1e-6);
  EXPECT_NEAR(Seconds(ExpectedProofTime(Level(), 4s, kCores)), 0.75 + 6.75 + 4 + 0.05, 1e-6);
}

/// Twice as long for the same work: the list will wait for the cores as the level did.
TEST(ExpectedProofTime, KnowsABusyMachine) {
  Proven level = Level();
  level.reproduction.opt_time = level.proof_time = 6s;
  EXPECT_NEAR(Seconds(ExpectedProofTime(level, 2s, kCores)), 1.5 + 6.75 + 2 + 0.05, 1e-6);
}

/// A list's processes share the cores, which a single one of the level did not.
TEST(ExpectedProofTime, KnowsWhetherTheLevelWasAlone) {
  Proven level = Level();
  level.reproduction.processes = 1;
  EXPECT_NEAR(Seconds(ExpectedProofTime(level, 2s, 4)), 0.75 + 3.375 + 2 + 0.05, 1e-6);
  EXPECT_NEAR(Seconds(ExpectedProofTime(level, 2s, 2)), 2 * (0.75 + 3.375) + 2 + 0.05, 1e-6);
  level.reproduction.processes = 3;
  EXPECT_NEAR(Seconds(ExpectedProofTime(level, 2s, 2)), 0.75 + 3.375 + 2 + 0.05, 1e-6);
}

TEST(ExpectedProofTime, TheUsersCheckTakesAsLongForAnyList) {
  Proven level = Level();
  level.proof_time = 7s;
  EXPECT_NEAR(Seconds(ExpectedProofTime(level, 0s, kCores)), 0.8 + 4, 1e-6);
}

TEST(ExpectedProofTime, AProcessThatTookNoTimeToSpeakOfIsNoDivisor) {
  Proven level = Level();
  level.reproduction.opt_cpu_time = 0s;
  level.reproduction.opt_time = level.proof_time = 10ms;
  EXPECT_LT(Seconds(ExpectedProofTime(level, 1ms, kCores)), 0.1);
}

}  // namespace
}  // namespace autotune
