#include "eval/proto/channel.h"

#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/child_process.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using Received = Channel::Received;

struct Pair {
  Pair() {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    ours.emplace(ends[0]);
    theirs.emplace(ends[1]);
  }
  std::optional<Channel> ours;
  std::optional<Channel> theirs;
};

std::string Pattern(std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>(i * 31 + i / 977);
  return text;
}

Clock::duration Since(Clock::time_point start) { return Clock::now() - start; }

TEST(ChannelTest, MessagesComeWholeAndInOrder) {
  Pair pair;
  const std::string sent[] = {"one", "", std::string("\0two\0", 5), Pattern(70'000)};
  for (const std::string& message : sent) ASSERT_TRUE(pair.ours->Send(message));
  std::string received = "left over";
  for (const std::string& message : sent) {
    ASSERT_EQ(pair.theirs->Receive(received), Received::kMessage);
    EXPECT_EQ(received, message);
  }
}

TEST(ChannelTest, BothDirectionsAtOnce) {
  Pair pair;
  std::thread echo([&] {
    std::string message;
    while (pair.theirs->Receive(message) == Received::kMessage) pair.theirs->Send(message);
  });
  std::string received;
  for (const std::size_t size : {0, 1, 65'532, 65'536, 65'540, 1 << 20}) {
    const std::string message = Pattern(size);
    std::thread sender([&] { EXPECT_TRUE(pair.ours->Send(message)); });
    EXPECT_EQ(pair.ours->Receive(received), Received::kMessage);
    sender.join();
    EXPECT_EQ(received, message);
  }
  ::shutdown(pair.ours->fd(), SHUT_RDWR);
  echo.join();
}

TEST(ChannelTest, LargeMessage) {
  Pair pair;
  const std::string message = Pattern(32 << 20);
  std::thread sender([&] { EXPECT_TRUE(pair.ours->Send(message)); });
  std::string received;
  EXPECT_EQ(pair.theirs->Receive(received), Received::kMessage);
  sender.join();
  EXPECT_TRUE(received == message);
}

TEST(ChannelTest, BytesThatTrickleInMakeAMessage) {
  Pair pair;
  const std::string frame = Channel::Frame("drop by drop") + Channel::Frame("next");
  std::thread sender([&] {
    for (const char byte : frame) {
      EXPECT_TRUE(pair.ours->SendFrame(std::string_view(&byte, 1)));
      std::this_thread::sleep_for(1ms);
    }
  });
  std::string received;
  EXPECT_EQ(pair.theirs->Receive(received), Received::kMessage);
  EXPECT_EQ(received, "drop by drop");
  EXPECT_EQ(pair.theirs->Receive(received), Received::kMessage);
  EXPECT_EQ(received, "next");
  sender.join();
}

TEST(ChannelTest, ClosedEndIsNoticedOnBothWays) {
  Pair pair;
  pair.theirs.reset();
  std::string received;
  EXPECT_EQ(pair.ours->Receive(received), Received::kClosed);
  EXPECT_FALSE(pair.ours->Send("hello")) << "and no SIGPIPE";
}

TEST(ChannelTest, WhatWasSentBeforeTheEndStillComes) {
  Pair pair;
  ASSERT_TRUE(pair.theirs->Send("last words"));
  pair.theirs.reset();
  std::string received;
  EXPECT_EQ(pair.ours->Receive(received), Received::kMessage);
  EXPECT_EQ(received, "last words");
  EXPECT_EQ(pair.ours->Receive(received), Received::kClosed);
}

TEST(ChannelTest, MessageCutShortIsNone) {
  for (const std::size_t kept : {2, 4, 8}) {
    Pair pair;
    ASSERT_TRUE(pair.theirs->SendFrame(Channel::Frame("cut short").substr(0, kept)));
    pair.theirs.reset();
    std::string received;
    EXPECT_EQ(pair.ours->Receive(received), Received::kClosed) << kept;
  }
}

/// A broken worker can announce 4 GiB.
TEST(ChannelTest, MemoryIsTakenForWhatComesNotForWhatIsAnnounced) {
  Pair pair;
  ASSERT_TRUE(pair.theirs->SendFrame("\xFF\xFF\xFF\xFF and then little"));
  pair.theirs.reset();
  std::string received;
  EXPECT_EQ(pair.ours->Receive(received), Received::kClosed);
  EXPECT_LT(received.capacity(), 1u << 20);
}

TEST(ChannelTest, WaitEndsAtTheDeadline) {
  Pair pair;
  std::string received;
  const auto start = Clock::now();
  EXPECT_EQ(pair.ours->Receive(received, start + 30ms, nullptr), Received::kTimedOut);
  EXPECT_GE(Since(start), 30ms);
  EXPECT_LT(Since(start), 5s);
}

TEST(ChannelTest, WaitForTheRestOfAMessageEndsAtTheDeadline) {
  Pair pair;
  ASSERT_TRUE(pair.theirs->SendFrame(Channel::Frame("never complete").substr(0, 9)));
  std::string received;
  EXPECT_EQ(pair.ours->Receive(received, Clock::now() + 30ms, nullptr), Received::kTimedOut);
}

TEST(ChannelTest, BudgetThatRunsOutEndsTheWait) {
  Pair pair;
  std::string received;
  const auto start = Clock::now();
  const Budget budget({.deadline = start + 20ms, .evaluations = {}});
  EXPECT_EQ(pair.ours->Receive(received, start + 1h, &budget), Received::kInterrupted);
  EXPECT_GE(Since(start), 20ms);
  EXPECT_LT(Since(start), 5s);
}

TEST(ChannelTest, CancelledBudgetEndsTheWaitSoon) {
  Pair pair;
  Budget budget({});
  Clock::time_point cancelled;
  std::thread canceller([&] {
    std::this_thread::sleep_for(50ms);
    cancelled = Clock::now();
    budget.Cancel();
  });
  std::string received;
  EXPECT_EQ(pair.ours->Receive(received, Clock::time_point::max(), &budget),
            Received::kInterrupted);
  const auto returned = Clock::now();
  canceller.join();
  EXPECT_LT(returned - cancelled, 1s) << "100 ms on a machine that does nothing else";
}

TEST(ChannelTest, EvaluationsUsedUpDoNotEndTheWait) {
  Pair pair;
  Budget budget({.deadline = {}, .evaluations = 1});
  ASSERT_EQ(budget.Claim(1), 1u);  // the answer waited for is that of the last evaluation
  std::thread sender([&] {
    std::this_thread::sleep_for(30ms);
    pair.theirs->Send("answer");
  });
  std::string received;
  EXPECT_EQ(pair.ours->Receive(received, Clock::now() + 1min, &budget), Received::kMessage);
  sender.join();
}

TEST(ChannelTest, SignalsDoNotEndTheWait) {
  struct sigaction action{};
  struct sigaction before{};
  action.sa_handler = [](int) {};  // and no SA_RESTART
  ::sigaction(SIGUSR1, &action, &before);
  Pair pair;
  const pthread_t receiver = ::pthread_self();
  std::thread sender([&] {
    for (int i = 0; i < 20; ++i) {
      ::pthread_kill(receiver, SIGUSR1);
      std::this_thread::sleep_for(1ms);
    }
    pair.theirs->Send("undisturbed");
  });
  std::string received;
  EXPECT_EQ(pair.ours->Receive(received), Received::kMessage);
  EXPECT_EQ(received, "undisturbed");
  sender.join();
  ::sigaction(SIGUSR1, &before, nullptr);
}

TEST(ChannelTest, SendingEndsAtItsLimitsWhereNobodyReads) {
  Pair pair;
  const std::string large = Pattern(8 << 20);
  const auto start = Clock::now();
  EXPECT_EQ(pair.ours->Send(large, {.deadline = start + 30ms}), Received::kTimedOut);
  EXPECT_GE(Since(start), 30ms);
  const Budget budget({.deadline = Clock::now() + 30ms, .evaluations = {}});
  EXPECT_EQ(pair.ours->Send(large, {.budget = &budget}), Received::kInterrupted);
  EXPECT_LT(Since(start), 5s);
  pair.theirs.reset();
  EXPECT_EQ(pair.ours->Send(large, {.deadline = Clock::now() + 1min}), Received::kClosed);
}

TEST(ChannelTest, StoppedProcessEndsTheWaitSoon) {
  Pair pair;
  const pid_t child = Spawn([] {
    ::pause();
    return 0;
  });
  ::kill(child, SIGSTOP);
  std::string received;
  const auto start = Clock::now();
  EXPECT_EQ(pair.ours->Receive(received, {.deadline = start + 1min, .process = child}),
            Received::kStopped);
  EXPECT_EQ(pair.ours->Receive(received, {.deadline = Clock::now() + 1ms, .process = child}),
            Received::kStopped)
      << "and no time-out";
  EXPECT_EQ(pair.ours->Send(Pattern(8 << 20), {.deadline = start + 1min, .process = child}),
            Received::kStopped);
  EXPECT_LT(Since(start), 5s) << "400 ms on a machine that does nothing else";
  ::kill(child, SIGKILL);
  ExitCode(child);
}

/// The time in which the waiting process is stopped is nobody's delay.
TEST(ChannelTest, OwnStopMovesTheDeadline) {
  Pair pair;
  const pid_t waiter = Spawn([&] {
    std::string received;
    const auto limit = Clock::now() + 800ms;
    return static_cast<int>(pair.theirs->Receive(received, limit, nullptr));
  });
  std::this_thread::sleep_for(100ms);
  ::kill(waiter, SIGSTOP);
  std::this_thread::sleep_for(2s);
  ::kill(waiter, SIGCONT);
  std::this_thread::sleep_for(100ms);
  EXPECT_TRUE(pair.ours->Send("late, but not too late"));
  EXPECT_EQ(ExitCode(waiter), static_cast<int>(Received::kMessage));
}

TEST(ChannelTest, MovingTakesWhatWasReceivedAlong) {
  Pair pair;
  ASSERT_TRUE(pair.theirs->Send("first"));
  ASSERT_TRUE(pair.theirs->Send("second"));
  std::string received;
  ASSERT_EQ(pair.ours->Receive(received), Received::kMessage);
  Channel moved = std::move(*pair.ours);  // "second" is in its buffer
  EXPECT_EQ(moved.Receive(received), Received::kMessage);
  EXPECT_EQ(received, "second");
}

TEST(ChannelTest, ClosesItsDescriptorOnce) {
  const auto count = [] {
    const std::filesystem::directory_iterator open("/proc/self/fd");
    return std::distance(begin(open), end(open));
  };
  const auto before = count();
  {
    Pair pair;
    Channel moved = std::move(*pair.ours);
    Pair other;
    moved = std::move(*other.ours);
    *pair.theirs = std::move(*other.theirs);
  }
  EXPECT_EQ(count(), before);
}

}  // namespace
}  // namespace autotune
