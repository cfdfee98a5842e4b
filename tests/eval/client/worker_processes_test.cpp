// Workers killed from outside, and what is left of them in the end.
#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <numeric>
#include <optional>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/random.h"
#include "eval/client/worker_pool.h"
#include "support/breaking_programs.h"
#include "support/bundled_programs.h"
#include "support/pool.h"
#include "support/processes.h"
#include "support/walk.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;

TEST(WorkerProcessesTest, KillingWorkersAtRandomChangesNoAnswer) {
  const std::string ir = ReadBundledProgram("words").ir;
  const auto calm = StartPool(WalkActions(), {.workers = 2});
  const std::string expected = Walk(*calm, LoadProgram(*calm, ir), 30);

  const auto pool = StartPool(WalkActions(), {.workers = 2});
  const ProgramState root = LoadProgram(*pool, ir);
  std::atomic<bool> done = false;
  std::uint64_t killed = 0;
  std::thread killer([&] {
    Random random(5);
    for (std::uint64_t passes = 0; !done;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1 + random.Below(20)));
      // Something gets done between: work that ends ten times in a row counts as the cause.
      if (pool->stats().passes < passes + 24) continue;
      passes = pool->stats().passes;
      const std::vector<int> pids = pool->worker_pids();
      const int signal = killed % 2 == 0 ? SIGKILL : SIGTERM;
      if (!pids.empty()) killed += ::kill(pids[random.Below(pids.size())], signal) == 0;
    }
  });
  const std::string answers = Walk(*pool, root, 30);
  done = true;
  killer.join();
  EXPECT_TRUE(answers == expected);
  EXPECT_GT(killed, 3u);
  const WorkerPoolStats stats = pool->stats();
  EXPECT_GT(stats.lost, 0u);
  EXPECT_LE(stats.lost, killed);
  EXPECT_EQ(stats.passes, calm->stats().passes);
  EXPECT_EQ(stats.failures, calm->stats().failures) << "being killed is no failure of a pass";
}

TEST(WorkerProcessesTest, KillingTheZygoteChangesNoAnswer) {
  const std::string ir = ReadBundledProgram("calc").ir;
  const auto calm = StartPool(WalkActions(), {.workers = 2});
  const std::string expected = Walk(*calm, LoadProgram(*calm, ir), 20);

  const auto pool = StartPool(WalkActions(), {.workers = 2});
  const ProgramState root = LoadProgram(*pool, ir);
  std::atomic<bool> done = false;
  std::thread killer([&] {
    for (int i = 0; i < 3 && !done; ++i) {
      std::this_thread::sleep_for(80ms);
      const std::vector<int> pids = pool->worker_pids();
      const auto info = pids.empty() ? std::nullopt : Inspect(pids.front());
      if (info && info->parent > 1 && info->parent != ::getpid()) ::kill(info->parent, SIGKILL);
    }
  });
  EXPECT_TRUE(Walk(*pool, root, 20) == expected);
  done = true;
  killer.join();
}

/// Has a zygote make workers or not: without room for their sockets it can't.
void LetSpawn(pid_t zygote, bool may) {
  rlimit limit{};
  ASSERT_EQ(::prlimit(zygote, RLIMIT_NOFILE, nullptr, &limit), 0);
  limit.rlim_cur = may ? limit.rlim_max : 3;
  ASSERT_EQ(::prlimit(zygote, RLIMIT_NOFILE, &limit, nullptr), 0);
}

TEST(WorkerProcessesTest, AWorkerThatCanNotBeMadeHarmsNoOther) {
  const auto pool = StartPool(WalkActions(), {.workers = 3});
  const ProgramState root = LoadProgram(*pool, kLoopProgram);
  const std::vector<int> before = pool->worker_pids();
  ASSERT_EQ(before.size(), 2u);
  LetSpawn(ZygoteOf(*pool), false);
  for (int i = 0; i < 3; ++i) {  // one of these is for the slot that has no worker yet
    EXPECT_TRUE(pool->Measure("other.ll", kLoopProgram, {}, Budget::Unlimited()).ok());
  }
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{0})), "ok");
  EXPECT_EQ(pool->worker_pids(), before);
  EXPECT_EQ(pool->stats().lost, 0u);
}

TEST(WorkerProcessesTest, AWorkerThatCanNotBeMadeIsNoFailureOfAPass) {
  const auto pool = StartPool(WalkActions());
  const ProgramState root = LoadProgram(*pool, kLoopProgram);
  const pid_t zygote = ZygoteOf(*pool);
  LetSpawn(zygote, false);
  ASSERT_EQ(::kill(pool->worker_pids().at(0), SIGKILL), 0);
  const Trace trace = Apply(*pool, root, PassSequence{0});
  ASSERT_EQ(Outcome(trace), "worker_lost");
  EXPECT_EQ(trace.status.error().message, "the system has no process for a worker");
  for (const ErrorCode code : kEvaluationFailures) EXPECT_EQ(Failures(*pool, code), 0u);
  LetSpawn(zygote, true);
  EXPECT_EQ(Outcome(Apply(*pool, root, PassSequence{0})), "ok");
  EXPECT_EQ(ZygoteOf(*pool), zygote);
}

TEST(WorkerProcessesTest, ACrashIsOneWhereTheTunerIgnoresItsChildren) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  const auto pool = StartPool(Actions({"trigger-crash-module"}), {});
  const Trace trace = Apply(*pool, LoadProgram(*pool, kLoopProgram), PassSequence{0});
  EXPECT_EQ(Outcome(trace), "crash");
  EXPECT_EQ(pool->stats().lost, 0u);
  std::signal(SIGCHLD, before);
}

TEST(WorkerProcessesTest, KilledWorkerIsBackWithinMilliseconds) {
  const auto pool = StartPool(WalkActions());
  const ProgramState root = LoadProgram(*pool, ReadBundledProgram("calc").ir);
  std::vector<double> milliseconds;
  for (int i = 0; i < 15; ++i) {
    ASSERT_EQ(Outcome(Apply(*pool, root, PassSequence{1})), "ok");
    const int pid = pool->worker_pids().at(0);
    const auto start = Clock::now();
    ASSERT_EQ(::kill(pid, SIGKILL), 0);
    ASSERT_EQ(Outcome(Apply(*pool, root, PassSequence{1})), "ok");
    milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    ASSERT_NE(pool->worker_pids().at(0), pid);
  }
  std::ranges::sort(milliseconds);
  // Others may have the processor half of the time.
  const double quartile = milliseconds[milliseconds.size() / 4];
  RecordProperty("quartile_ms", std::to_string(quartile));
  std::cout << "killed, restarted, loaded, passed: a quarter within " << quartile << " ms, worst "
            << milliseconds.back() << " ms\n";
#ifdef NDEBUG
  if (!kSanitized) {
    EXPECT_LT(quartile, 50);
  }
#endif
}

std::size_t OpenDescriptors() {
  const std::filesystem::directory_iterator open("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(open), end(open)));
}

TEST(WorkerProcessesTest, DestroyedPoolLeavesNeitherProcessesNorDescriptors) {
  const std::size_t before = OpenDescriptors();
  std::vector<int> pids;
  {
    const auto pool = StartPool(Actions({"trigger-crash-module", "function(dce)"}), {.workers = 3});
    const ProgramState root = LoadProgram(*pool, kLoopProgram);
    std::vector<std::thread> team;
    for (int t = 0; t < 3; ++t) {
      team.emplace_back([&] {
        for (int i = 0; i < 20; ++i) Apply(*pool, root, PassSequence{1, 1, 1});
      });
    }
    for (std::thread& thread : team) thread.join();
    Apply(*pool, root, PassSequence{0});
    ASSERT_EQ(Outcome(Apply(*pool, root, PassSequence{1})), "ok");
    pids = pool->worker_pids();
    ASSERT_FALSE(pids.empty());
    pids.push_back(ZygoteOf(*pool));
  }
  EXPECT_TRUE(std::ranges::all_of(pids, IsGone));
  EXPECT_EQ(OpenDescriptors(), before);
}

/// A tuner in a process of its own, which the test can kill. Writes its workers' ids, then its
/// zygote's, then 0, into `out`; then has a worker at a pass without end.
[[noreturn]] void RunTuner(int out) {
  {
    const auto pool = StartPool(Actions({"always-inline", "function(dce)"}),
                                {.workers = 2, .pass_time_limit = 60s});
    const ProgramState root = LoadProgram(*pool, InlineBomb(28));
    std::vector<std::thread> team;
    for (int t = 0; t < 2; ++t) team.emplace_back([&] { Apply(*pool, root, PassSequence{0}); });
    while (pool->worker_pids().size() < 2) std::this_thread::sleep_for(5ms);
    std::this_thread::sleep_for(100ms);  // both are at it
    std::vector<int> pids = pool->worker_pids();
    pids.push_back(ZygoteOf(*pool));
    pids.push_back(0);
    for (const int pid : pids) {
      if (::write(out, &pid, sizeof pid) != sizeof pid) ::_exit(1);
    }
    for (std::thread& thread : team) thread.join();
  }
  ::_exit(0);
}

TEST(WorkerProcessesTest, KilledTunerTakesHangingWorkersAlong) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t tuner = ::fork();
  if (tuner == 0) RunTuner(ends[1]);
  ::close(ends[1]);
  std::vector<int> pids;
  for (int pid = 0; ::read(ends[0], &pid, sizeof pid) == sizeof pid && pid != 0;) {
    pids.push_back(pid);
  }
  ASSERT_EQ(pids.size(), 3u);
  EXPECT_FALSE(std::ranges::any_of(pids, IsGone));
  ::kill(tuner, SIGKILL);
  ::waitpid(tuner, nullptr, 0);
  EXPECT_TRUE(GoneWithin(1s, pids));
  ::close(ends[0]);
}

TEST(WorkerProcessesTest, WorkersWriteNothingToTheTerminal) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  {
    const auto pool = StartPool(Actions({"transform-warning", "default<Oz>", "print",
                                         "function(loop(licm))", "trigger-crash-module"}));
    const ProgramState root = LoadProgram(*pool, R"(
define void @f(ptr %p) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr %p
  br label %loop, !llvm.loop !0
}
@g = global i32 0, !dbg !2
!llvm.module.flags = !{!3}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{}
!3 = !{i32 2, !"Debug Info Version", i32 3}
)");
    for (PassId pass = 0; pass < pool->actions().size(); ++pass) {
      Apply(*pool, root, PassSequence{pass});
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace autotune
