#include "tune/signals.h"

#include <csignal>

#include <gtest/gtest.h>

namespace autotune {
namespace {

TEST(StopSignals, CancelTheBudgetTheyWatch) {
  Budget first({}), second({});
  StopSignals signals;
  signals.Watch(first);
  signals.Watch(second);
  EXPECT_EQ(signals.received(), 0);
  std::raise(SIGTERM);
  EXPECT_EQ(signals.received(), SIGTERM);
  EXPECT_FALSE(first.cancelled());
  EXPECT_TRUE(second.cancelled());
}

TEST(StopSignals, CancelABudgetThatComesLater) {
  Budget budget({});
  StopSignals signals;
  std::raise(SIGINT);
  signals.Watch(budget);
  EXPECT_TRUE(budget.cancelled());
}

TEST(StopSignals, EndTheProcessTheSecondTime) {
  EXPECT_EXIT(
      {
        StopSignals signals;
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      testing::ExitedWithCode(128 + SIGINT), "");
}

TEST(StopSignals, TakeItThatATerminalHangsUpTwice) {
  Budget budget({});
  StopSignals signals;
  signals.Watch(budget);
  std::raise(SIGHUP);
  std::raise(SIGHUP);
  EXPECT_EQ(signals.received(), SIGHUP);
  EXPECT_TRUE(budget.cancelled());
}

TEST(StopSignals, LeaveAnIgnoredSignalIgnored) {
  std::signal(SIGINT, SIG_IGN);
  {
    StopSignals signals;
    std::raise(SIGINT);
    EXPECT_EQ(signals.received(), 0);
  }
  EXPECT_EQ(std::signal(SIGINT, SIG_DFL), SIG_IGN);
}

}  // namespace
}  // namespace autotune
