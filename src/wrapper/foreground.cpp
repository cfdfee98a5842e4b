#include "wrapper/foreground.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace autotune {

namespace {

constexpr std::array kPassedOn = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

std::atomic<pid_t> running = 0;  ///< the program; 0: none
std::atomic<int> received = 0;   ///< the first signal meanwhile; 0: none
static_assert(std::atomic<pid_t>::is_always_lock_free, "a signal handler reads it");

/// The terminal's signals reach the whole process group; those of processes reach us alone.
void PassOn(int signal, siginfo_t* info, void*) {
  int none = 0;
  received.compare_exchange_strong(none, signal);
  const pid_t program = running;
  if (info->si_code <= 0 && program > 0) kill(program, signal);
}

/// Handles the signals of `kPassedOn` while it lives. A signal that is ignored stays so.
class PassingOn {
 public:
  PassingOn() {
    received = 0;
    for (std::size_t i = 0; i < kPassedOn.size(); ++i) {
      struct sigaction action{};
      action.sa_sigaction = PassOn;
      action.sa_flags = SA_SIGINFO | SA_RESTART;
      sigaction(kPassedOn[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) sigaction(kPassedOn[i], &action, nullptr);
    }
  }
  ~PassingOn() {
    for (std::size_t i = 0; i < kPassedOn.size(); ++i) {
      sigaction(kPassedOn[i], &before_[i], nullptr);
    }
  }
  PassingOn(const PassingOn&) = delete;
  PassingOn& operator=(const PassingOn&) = delete;

 private:
  std::array<struct sigaction, kPassedOn.size()> before_;
};

/// Pointers as exec takes them; `texts` must outlive them.
std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> Environment(const EnvironmentChanges& changes) {
  std::vector<std::string> environment;
  for (char** at = environ; *at; ++at) {
    const std::string_view variable = *at;
    const std::string_view name = variable.substr(0, variable.find('='));
    const auto changed = [name](const auto& change) { return change.first == name; };
    if (std::ranges::none_of(changes, changed)) environment.emplace_back(variable);
  }
  for (const auto& [name, value] : changes) {
    if (!value.empty()) environment.push_back(name + '=' + value);
  }
  return environment;
}

Error CannotRun(const std::string& program, int reason) {
  const bool missing = reason == ENOENT || reason == ENOTDIR;
  return {missing ? ErrorCode::kNotFound : ErrorCode::kIo,
          "can't run '" + program + "': " + std::strerror(reason)};
}

/// Starts the program with `mask` as its signal mask. Returns `errno` or 0.
int Start(const std::vector<std::string>& words, const std::vector<std::string>& environment,
          const sigset_t& mask, pid_t& program) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &mask);
  const int reason = posix_spawnp(&program, words.front().c_str(), nullptr, &attributes,
                                  Pointers(words).data(), Pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  return reason;
}

}  // namespace

int ForegroundEnd::ExitStatus() const {
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  return WEXITSTATUS(status);
}

Result<ForegroundEnd> RunForeground(const std::vector<std::string>& words,
                                    const EnvironmentChanges& changes) {
  assert(!words.empty() && "no program to run");
  std::signal(SIGCHLD, SIG_DFL);  // if inherited as ignored, it would hide how the program ends
  const std::vector<std::string> environment = Environment(changes);
  sigset_t held, before;
  sigemptyset(&held);
  for (const int signal : kPassedOn) sigaddset(&held, signal);
  sigprocmask(SIG_BLOCK, &held, &before);
  const PassingOn passing_on;
  pid_t program = 0;
  const int reason = Start(words, environment, before, program);
  if (reason == 0) running = program;
  sigprocmask(SIG_SETMASK, &before, nullptr);
  if (reason != 0) return CannotRun(words.front(), reason);
  ForegroundEnd end;
  pid_t ended = 0;
  while ((ended = waitpid(program, &end.status, 0)) < 0 && errno == EINTR) {
  }
  const int failure = errno;
  running = 0;
  if (ended < 0) {
    return Error{ErrorCode::kIo,
                 "can't wait for '" + words.front() + "': " + std::strerror(failure)};
  }
  end.signal = received;
  return end;
}

Error BecomeProgram(const std::vector<std::string>& words) {
  execvp(words.front().c_str(), Pointers(words).data());
  return CannotRun(words.front(), errno);
}

void EndLike(const ForegroundEnd& end) {
  if (WIFSIGNALED(end.status)) {
    const int signal = WTERMSIG(end.status);
    std::signal(signal, SIG_DFL);
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, signal);
    sigprocmask(SIG_UNBLOCK, &own, nullptr);
    raise(signal);
  }
  _exit(end.ExitStatus());
}

}  // namespace autotune
