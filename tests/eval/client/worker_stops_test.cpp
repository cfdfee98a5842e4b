// Processes that are stopped, or hang, and how long others wait for them.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/random.h"
#include "eval/client/worker_pool.h"
#include "eval/client/zygote_client.h"
#include "support/breaking_programs.h"
#include "support/bundled_programs.h"
#include "support/pool.h"
#include "support/processes.h"
#include "support/walk.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// A stop is noticed within 200 ms; others may have the processor.
constexpr auto kSoon = 3s;

void ExpectNoFailures(const WorkerPool& pool) {
  for (const ErrorCode code : kEvaluationFailures)
    EXPECT_EQ(Failures(pool, code), 0u) << Name(code);
}

TEST(WorkerStopsTest, StoppedWorkerIsReplacedAndItsWorkRedone) {
  const auto pool = StartPool(Actions({"function(sroa)"}), {.pass_time_limit = 60s});
  const ProgramState root = LoadProgram(*pool, kLoopProgram);
  const int stopped = pool->worker_pids().at(0);
  ::kill(stopped, SIGSTOP);
  const auto start = Clock::now();
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{0})), "ok");
  EXPECT_LT(Clock::now() - start, kSoon);
  EXPECT_EQ(pool->stats().lost, 1u);
  ExpectNoFailures(*pool);
  EXPECT_TRUE(IsGone(stopped));
}

TEST(WorkerStopsTest, StoppedWorkerNeedNotReadWhatItIsSent) {
  const auto pool = StartPool(Actions({"function(sroa)"}));
  ::kill(pool->worker_pids().at(0), SIGSTOP);
  const auto start = Clock::now();
  const std::string large = kLoopProgram + std::string(4 << 20, '\n');  // no socket holds that
  EXPECT_TRUE(pool->Measure("large.ll", large, {}, Budget::Unlimited()).ok());
  EXPECT_LT(Clock::now() - start, kSoon);
}

TEST(WorkerStopsTest, StoppedZygoteIsReplaced) {
  const auto pool = StartPool(WalkActions());
  const ProgramState root = LoadProgram(*pool, kLoopProgram);
  const pid_t zygote = ZygoteOf(*pool);
  ::kill(zygote, SIGSTOP);
  ::kill(pool->worker_pids().at(0), SIGKILL);
  const auto start = Clock::now();
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{0})), "ok");
  EXPECT_LT(Clock::now() - start, kSoon);
  EXPECT_TRUE(IsGone(zygote));
  ExpectNoFailures(*pool);
}

TEST(WorkerStopsTest, StoppedZygoteKeepsNoHangingWorkerAlive) {
  const auto pool =
      StartPool(Actions({"always-inline", "function(dce)"}), {.pass_time_limit = 200ms});
  const ProgramState root = LoadProgram(*pool, InlineBomb(28));
  const std::vector<int> hanging = pool->worker_pids();
  ::kill(ZygoteOf(*pool), SIGSTOP);
  const auto start = Clock::now();
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{0})), "timeout");
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{1})), "ok");
  EXPECT_LT(Clock::now() - start, kSoon);
  EXPECT_TRUE(GoneWithin(1s, hanging));
}

TEST(WorkerStopsTest, PoolOfStoppedProcessesCanBeDestroyed) {
  std::vector<int> pids;
  const auto start = Clock::now();
  {
    const auto pool = StartPool(WalkActions(), {.workers = 2});
    const ProgramState root = LoadProgram(*pool, kLoopProgram);
    Walk(*pool, root, 4);
    pids = pool->worker_pids();
    pids.push_back(ZygoteOf(*pool));
    for (const int pid : pids) ::kill(pid, SIGSTOP);
  }
  EXPECT_LT(Clock::now() - start, 2 * kSoon);
  EXPECT_TRUE(GoneWithin(1s, pids));
}

TEST(WorkerStopsTest, StoppingProcessesAtRandomChangesNoAnswer) {
  const std::string ir = ReadBundledProgram("words").ir;
  const auto calm = StartPool(WalkActions(), {.workers = 2});
  const std::string expected = Walk(*calm, LoadProgram(*calm, ir), 30);

  const auto pool = StartPool(WalkActions(), {.workers = 2});
  const ProgramState root = LoadProgram(*pool, ir);
  std::atomic<bool> done = false;
  int stopped = 0;
  std::thread stopper([&] {
    Random random(5);
    for (std::uint64_t passes = 0; !done;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1 + random.Below(20)));
      // Something gets done between: work that ends ten times in a row counts as the cause.
      if (pool->stats().passes < passes + 40) continue;
      passes = pool->stats().passes;
      const std::vector<int> pids = pool->worker_pids();
      if (pids.empty()) continue;
      const int worker = pids[random.Below(pids.size())];
      const auto info = Inspect(worker);
      const bool zygote = stopped % 4 == 3 && info && info->parent > 1;
      stopped += ::kill(zygote ? info->parent : worker, SIGSTOP) == 0;
      if (zygote) ::kill(worker, SIGKILL);  // so that somebody speaks to it
    }
  });
  const std::string answers = Walk(*pool, root, 30);
  done = true;
  stopper.join();
  EXPECT_TRUE(answers == expected);
  EXPECT_GT(stopped, 3);
  EXPECT_EQ(pool->stats().passes, calm->stats().passes);
  EXPECT_EQ(pool->stats().failures, calm->stats().failures) << "a stop is no failure of a pass";
}

// A worker program that hangs without being stopped.

TEST(SilentWorkerTest, FileThatIsNeverReadIsBadInput) {
  const auto pool =
      WorkerPool::Start(Actions({"function(dce)"}),
                        {.worker_program = AUTOTUNE_SILENT_WORKER, .read_time_limit = 100ms});
  ASSERT_TRUE(pool.ok()) << pool.error().message;
  const auto measured = (*pool)->Measure("stuck.bc", kLoopProgram, {}, Budget::Unlimited());
  ASSERT_FALSE(measured.ok());
  EXPECT_EQ(measured.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(measured.error().message,
              HasSubstr("can't read 'stuck.bc': LLVM is not done after 1"));
}

TEST(SilentWorkerTest, FileThatIsNeverTakenIsBadInput) {
  const auto pool =
      WorkerPool::Start(Actions({"function(dce)"}),
                        {.worker_program = AUTOTUNE_SILENT_WORKER, .read_time_limit = 100ms});
  ASSERT_TRUE(pool.ok()) << pool.error().message;
  const auto start = Clock::now();
  const auto measured =
      (*pool)->Measure("stuck.bc", std::string(1 << 20, '\n'), {}, Budget::Unlimited());
  ASSERT_FALSE(measured.ok());
  EXPECT_EQ(measured.error().code, ErrorCode::kBadInput);
  EXPECT_LT(Clock::now() - start, 3s + kSoon) << "2 s of them for its size";
}

TEST(SilentZygoteTest, CancelledBudgetIsAnsweredSoonByAllWhoWait) {
  ::setenv("AUTOTUNE_SILENT_ZYGOTE", "1", 1);
  ZygoteClient zygote(AUTOTUNE_SILENT_WORKER);
  Budget budget({});
  std::vector<std::thread> team;
  std::atomic<int> cancelled = 0;
  for (int i = 0; i < 3; ++i) {
    team.emplace_back([&] {
      const auto spawned = zygote.Spawn(0, &budget);
      cancelled += !spawned.ok() && spawned.error().code == ErrorCode::kCancelled;
    });
  }
  team.emplace_back([&] { (void)zygote.Reap(::getppid(), &budget); });
  std::this_thread::sleep_for(100ms);
  budget.Cancel();
  const auto start = Clock::now();
  for (std::thread& thread : team) thread.join();
  EXPECT_LT(Clock::now() - start, 1s) << "100 ms on a machine that does nothing else";
  EXPECT_EQ(cancelled, 3);
  ::unsetenv("AUTOTUNE_SILENT_ZYGOTE");
}

}  // namespace
}  // namespace autotune
