#include "eval/process/subprocess.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/printable.h"
#include "support/child_process.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

Result<SubprocessResult> Shell(const std::string& command, const SubprocessOptions& options = {}) {
  const Budget budget({});
  return RunSubprocess({"/bin/sh", "-c", command}, options, budget);
}

bool Exists(pid_t pid) { return kill(pid, 0) == 0; }

bool WaitUntil(const std::function<bool()>& condition) {
  const auto deadline = Clock::now() + 10s;
  while (!condition()) {
    if (Clock::now() > deadline) return false;
    std::this_thread::sleep_for(5ms);
  }
  return true;
}

std::ptrdiff_t OpenDescriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

TEST(SubprocessTest, ReportsOutputAndExitCode) {
  const auto result = Shell("echo out; echo err >&2; exit 3");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->output, "out\n");
  EXPECT_EQ(result->error_output, "err\n");
  EXPECT_EQ(result->exit_code, 3);
  EXPECT_EQ(result->signal, 0);
  EXPECT_FALSE(result->timed_out);
  EXPECT_FALSE(result->Succeeded());
  EXPECT_TRUE(Shell("true")->Succeeded());
}

/// What the shell waits for counts too; sleeping does not.
TEST(SubprocessTest, ReportsCpuTime) {
  const auto busy = Shell("(i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done); exit 0");
  ASSERT_TRUE(busy.ok());
  EXPECT_GT(busy->cpu_time, 10ms);
  const auto idle = Shell("sleep 0.3");
  ASSERT_TRUE(idle.ok());
  EXPECT_GT(idle->cpu_time, 0ms);
  EXPECT_LT(idle->cpu_time, 200ms);
}

TEST(SubprocessTest, StoppedCommandIsResumed) {
  const auto result = Shell("kill -STOP $$; echo on", {.time_limit = 20s});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->Succeeded());
  EXPECT_EQ(result->output, "on\n");
}

/// The parent of a command's shell is its guard.
TEST(SubprocessTest, StoppedGuardDelaysNothingForLong) {
  const auto start = Clock::now();
  const auto ended = Shell("kill -STOP $PPID; echo on", {.time_limit = 20s});
  ASSERT_TRUE(ended.ok());
  EXPECT_EQ(ended->output, "on\n");
  const auto late = Shell("kill -STOP $PPID; sleep 100", {.time_limit = 100ms});
  ASSERT_TRUE(late.ok());
  EXPECT_TRUE(late->timed_out);
  EXPECT_LT(Clock::now() - start, 10s);
}

TEST(SubprocessTest, FileSizeLimitIsASignalToTheCommandAlone) {
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  const TestDirectory directory;
  const auto result = Shell("ulimit -f 1; exec dd if=/dev/zero of='" +
                            (directory.path() / "big").string() + "' bs=4096 count=4");
  std::signal(SIGXFSZ, before);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->signal, SIGXFSZ);
}

TEST(SubprocessTest, ReportsSignal) {
  const auto result = Shell("kill -SEGV $$");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->signal, SIGSEGV);
  EXPECT_FALSE(result->Succeeded());
}

TEST(SubprocessTest, TellsMissingProgramFromExitCode127) {
  const Budget budget({});
  const auto missing = RunSubprocess({"no-such-program-at-all"}, {}, budget);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(missing.error().message, HasSubstr("no-such-program-at-all"));

  const auto forbidden = RunSubprocess({"/etc/passwd"}, {}, budget);
  ASSERT_FALSE(forbidden.ok());
  EXPECT_EQ(forbidden.error().code, ErrorCode::kIo);

  const auto exits = Shell("exit 127");
  ASSERT_TRUE(exits.ok());
  EXPECT_EQ(exits->exit_code, 127);
}

TEST(SubprocessTest, StandardInputIsEmpty) {
  const auto result = Shell("cat; echo end", {.time_limit = 10s});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->output, "end\n");
}

TEST(SubprocessTest, KeepsTheFirstPartOfLongOutput) {
  const auto result = Shell("echo first; head -c 3000000 /dev/zero; head -c 100000 /dev/zero >&2");
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->Succeeded());
  EXPECT_EQ(result->output.size(), 64u * 1024);
  EXPECT_TRUE(result->output.starts_with("first\n"));
  EXPECT_EQ(result->error_output.size(), 64u * 1024);
}

TEST(SubprocessTest, KeepsAsMuchOutputAsAsked) {
  const auto result =
      RunSubprocess({"sh", "-c", "head -c 300000 /dev/zero; head -c 3000000 /dev/zero >&2"},
                    {.output_bytes = 400'000}, Budget::Unlimited());
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->output.size(), 300'000u);
  EXPECT_EQ(result->error_output.size(), 400'000u);
}

TEST(SubprocessTest, TimeoutKillsGrandchildren) {
  const auto start = Clock::now();
  const auto result =
      Shell("(sleep 100 & echo $!; sleep 100) & echo $!; wait", {.time_limit = 300ms});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->timed_out);
  EXPECT_FALSE(result->Succeeded());
  EXPECT_LT(Clock::now() - start, 5s);
  std::istringstream pids(result->output);
  int count = 0;
  for (pid_t pid; pids >> pid; ++count) EXPECT_FALSE(Exists(pid)) << pid;
  EXPECT_EQ(count, 2);
}

TEST(SubprocessTest, KillsWhatOutlivesTheCommand) {
  const auto start = Clock::now();
  const auto result = Shell("sleep 100 & echo $!; exit 5");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->exit_code, 5);
  EXPECT_LT(Clock::now() - start, 5s);
  EXPECT_FALSE(Exists(std::stoi(result->output)));
}

TEST(SubprocessTest, ReturnsEvenIfADaemonKeepsThePipes) {
  const auto start = Clock::now();
  const auto result = Shell("setsid sh -c 'echo $$; sleep 5' & sleep 0.5");
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->Succeeded());
  EXPECT_LT(Clock::now() - start, 4s);
  kill(std::stoi(result->output), SIGKILL);
}

TEST(SubprocessTest, CancellationEndsItSoon) {
  Budget budget({});
  Clock::time_point cancelled;
  std::thread user([&] {
    std::this_thread::sleep_for(200ms);
    cancelled = Clock::now();
    budget.Cancel();
  });
  const auto result = RunSubprocess({"sleep", "100"}, {}, budget);
  const auto late = Clock::now();
  user.join();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
  EXPECT_LT(late - cancelled, 200ms);
}

TEST(SubprocessTest, EndsWithTheBudget) {
  const auto start = Clock::now();
  Budget budget({.deadline = start + 1h});
  budget.EndBy(start + 200ms);
  const auto result = RunSubprocess({"sleep", "100"}, {}, budget);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
  EXPECT_LT(Clock::now() - start, 2s);
}

TEST(SubprocessTest, DiesWithUs) {
  const TestDirectory directory;
  const std::string command = "sleep 100 & echo $$ $! > " + (directory.path() / "pids").string() +
                              "; mv " + (directory.path() / "pids").string() + " " +
                              (directory.path() / "ready").string() + "; wait";
  const pid_t tuner = fork();
  if (tuner == 0) {
    (void)Shell(command);
    _exit(0);
  }
  ASSERT_TRUE(WaitUntil([&] { return std::filesystem::exists(directory.path() / "ready"); }));
  std::istringstream pids(directory.Read("ready"));
  pid_t shell = 0, sleeper = 0;
  pids >> shell >> sleeper;
  ASSERT_TRUE(Exists(shell));
  ASSERT_TRUE(Exists(sleeper));
  kill(tuner, SIGKILL);
  waitpid(tuner, nullptr, 0);
  EXPECT_TRUE(WaitUntil([&] { return !Exists(shell) && !Exists(sleeper); }));
}

TEST(SubprocessTest, HasAProcessGroupOfItsOwn) {
  const auto result = Shell("kill -TERM 0; sleep 5");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->signal, SIGTERM);
}

TEST(SubprocessTest, OutlivesASignalForOurGroup) {
  const TestDirectory directory;
  const std::filesystem::path ready = directory.path() / "ready";
  const pid_t tuner = Spawn([&] {
    setpgid(0, 0);
    std::signal(SIGTERM, [](int) {});
    const auto result = Shell("echo > '" + ready.string() + "'; sleep 0.5; echo end");
    return result.ok() && result->Succeeded() && result->output == "end\n" ? 0 : 1;
  });
  ASSERT_TRUE(WaitUntil([&] { return std::filesystem::exists(ready); }));
  kill(-tuner, SIGTERM);
  EXPECT_EQ(ExitCode(tuner), 0);
}

TEST(SubprocessTest, ManyAtOnceLeaveNoDescriptorsOrProcesses) {
  const std::ptrdiff_t before = OpenDescriptors();
  std::atomic<int> good{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 200; ++i) {
      threads.emplace_back([&good, i] {
        const auto result = Shell("echo " + std::to_string(i) + "; exit " + std::to_string(i % 7));
        good +=
            result.ok() && result->exit_code == i % 7 && result->output == std::to_string(i) + "\n";
      });
    }
  }
  EXPECT_EQ(good, 200);
  EXPECT_EQ(OpenDescriptors(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(SubprocessTest, InheritsNoDescriptors) {
  const int leaky = open("/dev/null", O_RDONLY);
  const auto result = Shell("test -e /proc/self/fd/" + std::to_string(leaky));
  close(leaky);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->exit_code, 1);
}

TEST(SubprocessTest, WorksWithoutStandardStreams) {
  const pid_t child = fork();
  if (child == 0) {
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    const auto result = Shell("cat; echo out; echo err >&2");
    _exit(result.ok() && result->output == "out\n" && result->error_output == "err\n" ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(SubprocessTest, LimitsMemory) {
  const std::string greedy = "dd if=/dev/zero of=/dev/null bs=200M count=1";
  const auto limited = Shell(greedy, {.memory_bytes = 64 << 20});
  ASSERT_TRUE(limited.ok());
  EXPECT_FALSE(limited->Succeeded());
  EXPECT_TRUE(Shell(greedy)->Succeeded());
}

TEST(SubprocessTest, ResetsSignals) {
  const auto ignored_before = std::signal(SIGPIPE, SIG_IGN);
  sigset_t term, mask_before;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &term, &mask_before);
  const auto piped = Shell("kill -PIPE $$");
  const auto terminated = Shell("kill -TERM $$");
  sigset_t mask_after;
  pthread_sigmask(SIG_SETMASK, &mask_before, &mask_after);
  std::signal(SIGPIPE, ignored_before);
  ASSERT_TRUE(piped.ok());
  EXPECT_EQ(piped->signal, SIGPIPE);
  ASSERT_TRUE(terminated.ok());
  EXPECT_EQ(terminated->signal, SIGTERM);
  EXPECT_TRUE(sigismember(&mask_after, SIGTERM));
  EXPECT_FALSE(sigismember(&mask_after, SIGINT));
}

TEST(SubprocessTest, RandomisesTheAddressSpace) {
  const int before = personality(0xffffffff);
  personality(static_cast<unsigned>(before) | ADDR_NO_RANDOMIZE);
  const auto result = Shell("cat /proc/self/personality");
  personality(static_cast<unsigned>(before));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(std::stoul(result->output, nullptr, 16) & ADDR_NO_RANDOMIZE, 0u);
}

TEST(SubprocessTest, QuotesForTheShell) {
  EXPECT_EQ(ShellQuote("plain/file-1.bc"), "plain/file-1.bc");
  EXPECT_EQ(ShellQuote(""), "''");
  for (const std::string text : {"a b", "it's", "$(rm x)", "\\", "'", "*"}) {
    const auto result = Shell("printf %s " + ShellQuote(text));
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->output, text);
  }
}

// A control character acts on the terminal that shows it and on the one it is pasted to.
TEST(ShellQuote, HasNoControlCharacters) {
  for (const std::string text :
       {"a\x1b[2Jb", "a\nb", "a\r'; touch evil; '", "\x15touch evil\n", "\x7f\\' \"$(x)`y`",
        "\xc2\x9b"
        "31m",
        "\xff"}) {
    const std::string quoted = ShellQuote(text);
    EXPECT_EQ(Printable(quoted), quoted);
    const auto bash =
        RunSubprocess({"bash", "-c", "printf %s " + quoted}, {}, Budget(Budget::Limits{}));
    ASSERT_TRUE(bash.ok());
    EXPECT_EQ(bash->output, text) << quoted;
    // A shell that does not know these escapes still sees one word.
    const auto other = Shell("set -- " + quoted + "; echo $#");
    ASSERT_TRUE(other.ok());
    EXPECT_EQ(other->output, "1\n") << quoted;
  }
  EXPECT_EQ(ShellQuote("=ls"), "'=ls'");
}

// A compiler's last line says only that the linker failed.
TEST(HowItEnded, NamesWhatTheLinkerMisses) {
  for (const char* last : {"collect2: error: ld returned 1 exit status",
                           "clang: error: linker command failed with exit code 1"}) {
    SubprocessResult result;
    result.exit_code = 1;
    result.error_output = std::string("undefined reference to `sqrt'\n") + last + "\n";
    EXPECT_EQ(HowItEnded(result), "ended with exit code 1: undefined reference to `sqrt'");
  }
}

TEST(PutFile, FillsEachPlace) {
  EXPECT_EQ(PutFile("cc {} -o {out}; ls {}", "{}", "/tmp/{}"), "cc /tmp/{} -o {out}; ls /tmp/{}");
  EXPECT_EQ(PutFile("cc", "{}", "a"), "cc");
}

}  // namespace
}  // namespace autotune
