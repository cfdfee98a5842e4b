#include "support/autotune_process.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/llvm_tools.h"

namespace autotune {

namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 60s;
constexpr auto kPoll = 5ms;

// In the child, between fork and exec.
[[noreturn]] void Execute(const TestDirectory& directory, std::vector<char*> arguments) {
  const bool ready = chdir(directory.path().c_str()) == 0 &&
                     dup2(open("/dev/null", O_RDONLY), STDIN_FILENO) >= 0 &&
                     dup2(open("stdout", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO) >= 0 &&
                     dup2(open("stderr", O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO) >= 0 &&
                     setenv("XDG_DATA_HOME", directory.path().c_str(), 1) == 0 &&
                     setenv("XDG_CACHE_HOME", directory.path().c_str(), 1) == 0;
  if (ready) execv(arguments.front(), arguments.data());
  _exit(127);
}

}  // namespace

std::size_t ProgramRun::error_lines() const {
  return static_cast<std::size_t>(std::ranges::count(error_output, '\n'));
}

AutotuneProcess::AutotuneProcess(const TestDirectory& directory, std::vector<std::string> arguments,
                                 const std::function<void()>& prepare, Program program)
    : directory_(directory) {
  arguments.insert(arguments.begin(),
                   program == Program::kAutotune ? AUTOTUNE_PROGRAM : AUTOTUNE_PROGRAM "-train");
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  pid_ = fork();
  if (pid_ != 0) return;
  prepare();
  Execute(directory, words);
}

AutotuneProcess::~AutotuneProcess() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void AutotuneProcess::Signal(int signal) const { kill(pid_, signal); }

bool AutotuneProcess::WaitForError(std::string_view text) const {
  const auto end = started_ + kPatience / 2;
  while (directory_.Read("stderr").find(text) == std::string::npos) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(kPoll);
  }
  return true;
}

ProgramRun AutotuneProcess::Wait() {
  int status = 0;
  while (waitpid(pid_, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > started_ + kPatience) kill(pid_, SIGKILL);
    std::this_thread::sleep_for(kPoll);
  }
  pid_ = -1;
  ProgramRun run;
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  run.output = directory_.Read("stdout");
  run.error_output = directory_.Read("stderr");
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  return run;
}

ProgramRun RunAutotune(const TestDirectory& directory, std::vector<std::string> arguments,
                       const std::function<void()>& prepare) {
  return AutotuneProcess(directory, std::move(arguments), prepare).Wait();
}

ProgramRun RunAutotuneTrain(const TestDirectory& directory, std::vector<std::string> arguments) {
  const auto nothing = [] {};
  return AutotuneProcess(directory, std::move(arguments), nothing, Program::kAutotuneTrain).Wait();
}

std::string RunResultLine(const TestDirectory& directory, const ProgramRun& run) {
  const std::size_t begin = run.output.find(Opt(" -"));
  EXPECT_NE(begin, std::string::npos) << run.output;
  const std::string line = run.output.substr(begin, run.output.find('\n', begin) - begin);
  const std::string command = "cd '" + directory.path().string() + "' && " + line;
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  const std::size_t output = line.find(" -o ") + 4;
  return directory.Read(line.substr(output, line.find(' ', output) - output));
}

}  // namespace autotune
