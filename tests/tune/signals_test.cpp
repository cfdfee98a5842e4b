#include "tune/signals.h"

#include <csignal>
#include <thread>

#include <gtest/gtest.h>

#include "support/recording_observer.h"
#include "tune/stop_notice.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;

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

TEST(StopSignals, TheFirstEndsTheRunSoon) {
  StopSignals signals;
  Budget run({});
  signals.WatchEnd(run, 300ms);
  EXPECT_EQ(run.end(), Clock::time_point::max());
  const auto raised = Clock::now();
  std::raise(SIGINT);
  EXPECT_FALSE(run.Interrupted());
  EXPECT_GE(run.end(), raised + 300ms);
  EXPECT_LE(run.end(), Clock::now() + 300ms);
  Budget next({});
  signals.WatchEnd(next, 300ms);
  EXPECT_LE(next.end(), Clock::now() + 300ms) << "it came before";
  signals.Unwatch();
}

TEST(StopNotice, IsGivenOnceAndWhileOthersAreAtWork) {
  const StopSignals signals;
  RecordingObserver observer;
  StopNotice notice(signals, observer);
  notice.Begin();
  std::raise(SIGINT);
  std::this_thread::sleep_for(500ms);
  notice.End();
  notice.Begin();
  notice.End();
  EXPECT_EQ(observer.stops, 1);
}

TEST(StopNotice, TellsOfASignalThatCameBefore) {
  const StopSignals signals;
  RecordingObserver observer;
  StopNotice notice(signals, observer);
  std::raise(SIGTERM);
  notice.Begin();
  EXPECT_EQ(observer.stops, 1);
}

}  // namespace
}  // namespace autotune
