#include "db/run_recorder.h"

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "db/sample_runs.h"

namespace autotune {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

pid_t Spawn(const std::function<int()>& body) {
  const pid_t pid = fork();
  if (pid == 0) _exit(body());
  return pid;
}

int ExitCode(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

Improvement Found(std::uint64_t value) {
  return {0.1, value, {"pass" + std::to_string(value)}, {value, {}}};
}

RunRecorder::Options Every(milliseconds interval) {
  return {.interval = interval, .evaluations = [] { return std::uint64_t{42}; }};
}

class RunRecorderTest : public ResultsTest {};

TEST_F(RunRecorderTest, WritesTheRestWhenItStops) {
  const RunId run = Start(RunOf(1));
  RunRecorder recorder(results_, run, Every(milliseconds(60'000)));
  recorder.Add(Found(300));
  recorder.Add(Found(200));
  ASSERT_TRUE(recorder.Stop().ok());
  EXPECT_EQ(AskOne("SELECT count(*) FROM improvement"), Int(2));
  EXPECT_EQ(AskOne("SELECT best || '/' || evaluations FROM runs"), Str("200/42"));
}

TEST_F(RunRecorderTest, WritesWhileTheSearchGoesOn) {
  const RunId run = Start(RunOf(1));
  RunRecorder recorder(results_, run, Every(milliseconds(1)));
  recorder.Add(Found(300));
  const auto other = Open();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  bool written = false;
  while (!written && std::chrono::steady_clock::now() < end) {
    written = RunQuery(*other, "SELECT value FROM improvement")->rows.size() == 1;
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_TRUE(written);
}

TEST_F(RunRecorderTest, SaysWhatFailedInTheEnd) {
  RunRecorder recorder(results_, 17, Every(milliseconds(1)));  // there is no such run
  recorder.Add(Found(300));
  EXPECT_EQ(recorder.Stop().error().code, ErrorCode::kNotFound);
}

TEST_F(RunRecorderTest, WritesLaterWhatCouldNotBeWrittenAtFirst) {
  std::atomic<int> written = 0;
  RunRecorder recorder(results_, 1, {.interval = milliseconds(1), .evaluations = [&] {
                                       return static_cast<std::uint64_t>(++written);
                                     }});
  recorder.Add(Found(300));
  while (written < 3) std::this_thread::sleep_for(milliseconds(1));  // there is no such run yet
  const auto other = Open();
  ASSERT_TRUE(ResultsDb(*other).StartRun(RunOf(1)).ok());
  recorder.Add(Found(200));
  ASSERT_TRUE(recorder.Stop().ok());
  EXPECT_EQ(AskOne("SELECT group_concat(value) FROM improvement"), Str("300,200"));
}

TEST_F(RunRecorderTest, TwoTunersRecordAtOnce) {
  std::vector<pid_t> tuners;
  for (std::uint64_t program = 1; program <= 2; ++program) {
    tuners.push_back(Spawn([&] {
      const auto database = Database::Open(file_);
      if (!database.ok()) return 1;
      ResultsDb results(**database);
      const Result<RunId> run = results.StartRun(RunOf(program));
      if (!run.ok()) return 2;
      RunRecorder recorder(results, *run, Every(milliseconds(1)));
      for (std::uint64_t value = 300; value > 100; --value) {
        recorder.Add(Found(value));
        if (value % 10 == 0) std::this_thread::sleep_for(milliseconds(2));
      }
      if (!recorder.Stop().ok()) return 3;
      return results.FinishRun(*run, Finished(101, {"done"})).ok() ? 0 : 4;
    }));
  }
  for (const pid_t tuner : tuners) EXPECT_EQ(ExitCode(tuner), 0);
  EXPECT_EQ(AskOne("SELECT count(*) FROM runs WHERE status = 'finished' AND best = 101"), Int(2));
  EXPECT_EQ(AskOne("SELECT count(*) FROM improvement"), Int(400));
}

TEST_F(RunRecorderTest, AKilledTunerLeavesAWholeFileAndItsBestList) {
  for (std::uint64_t round = 0; round < 20; ++round) {
    const pid_t tuner = Spawn([&] {
      const auto database = Database::Open(file_);
      if (!database.ok()) return 1;
      ResultsDb results(**database);
      const Result<RunId> run = results.StartRun(RunOf(round));
      if (!run.ok()) return 2;
      RunRecorder recorder(results, *run, Every(milliseconds(1)));
      for (std::uint64_t value = 1'000'000; value > 0; --value) {
        recorder.Add(Found(value));
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      }
      return 3;
    });
    // From the first list on, at any moment.
    const std::string found = "SELECT count(*) FROM list WHERE run = " + std::to_string(round + 1);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (AskOne(found) == Int(0) && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(milliseconds(1));
    }
    std::this_thread::sleep_for(milliseconds(3 * round));
    kill(tuner, SIGKILL);
    EXPECT_EQ(ExitCode(tuner), -SIGKILL);
    EXPECT_EQ(AskOne("PRAGMA integrity_check"), Str("ok"));
    EXPECT_EQ(Ask("PRAGMA foreign_key_check").rows.size(), 0u);
    // Curve and list are of one moment.
    EXPECT_EQ(
        AskOne("SELECT count(*) FROM run WHERE (SELECT min(value) FROM improvement AS i WHERE "
               "i.run = run.run) IS NOT (SELECT value FROM list WHERE list.run = run.run)"),
        Int(0));
  }
  std::size_t lists = 0;
  const auto count = [&](const std::vector<std::string>&) { return ++lists == 0; };
  ASSERT_TRUE(results_.ForBestLists({19, 2}, Objective::kIrInstructions, kToolchain, count).ok());
  EXPECT_EQ(lists, 1u);
}

// The limit on the size of a file is what a full disk is to a process: writes fail.
TEST_F(RunRecorderTest, AFullDiskIsOneErrorAndLeavesTheFileWhole) {
  const RunId run = Start(RunOf(1));
  database_.reset();
  const pid_t tuner = Spawn([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{64 << 10, 64 << 10};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    const auto database = Database::Open(file_);
    if (!database.ok()) return 3;
    ResultsDb results(**database);
    RunRecorder recorder(results, run, Every(milliseconds(1)));
    for (std::uint64_t i = 0; i < 200; ++i) {
      Improvement improvement = Found(1000 - i);
      improvement.passes.assign(50, std::string(1000, 'x') + std::to_string(i));
      recorder.Add(improvement);
      std::this_thread::sleep_for(milliseconds(1));
    }
    const Status status = recorder.Stop();
    return !status.ok() && status.error().code == ErrorCode::kIo ? 0 : 2;
  });
  EXPECT_EQ(ExitCode(tuner), 0);
  database_ = Open();
  EXPECT_EQ(AskOne("PRAGMA integrity_check"), Str("ok"));
  EXPECT_EQ(AskOne("SELECT count(*) FROM run"), Int(1));
}

}  // namespace
}  // namespace autotune
