#include "train/training_processes.h"

#include <cerrno>

#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace autotune {

namespace {

/// Makes a new process quiet, and bound to the life of its parent.
void BecomeFollower(pid_t parent) {
  for (const int stopping : {SIGHUP, SIGINT, SIGTERM}) ::signal(stopping, SIG_IGN);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
}

/// Waits for the end of a process, which remains to be reaped. Returns how it failed, nothing if it
/// ended well.
std::string WaitForFailure(std::uint64_t rank, pid_t pid) {
  siginfo_t end{};
  while (::waitid(P_PID, static_cast<id_t>(pid), &end, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  const bool exited = end.si_code == CLD_EXITED;
  if (exited && end.si_status == 0) return {};
  return fmt::format("process {} of the training {} {}", rank,
                     exited ? "failed with exit code" : "was ended by signal", end.si_status);
}

}  // namespace

Result<std::unique_ptr<TrainingProcesses>> TrainingProcesses::Split(std::uint64_t count) {
  std::unique_ptr<TrainingProcesses> processes(new TrainingProcesses);
  const pid_t parent = ::getpid();
  for (std::uint64_t rank = 1; rank < count; ++rank) {
    const pid_t child = ::fork();
    if (child < 0) {
      return Error{ErrorCode::kIo, fmt::format("can't start a process: {}", ::strerror(errno))};
    }
    if (child == 0) {
      BecomeFollower(parent);
      processes->rank_ = rank;
      processes->others_.clear();
      return processes;
    }
    processes->others_.push_back(child);
  }
  return processes;
}

TrainingProcesses::~TrainingProcesses() {
  ending_ = true;
  for (const pid_t other : others_) ::kill(other, SIGKILL);
  Wait();
}

void TrainingProcesses::Watch(std::function<void(const std::string&)> on_failure) {
  for (std::size_t i = 0; i < others_.size(); ++i) {
    watchers_.emplace_back([this, pid = others_[i], rank = i + 1, on_failure] {
      const std::string failure = WaitForFailure(rank, pid);
      if (!failure.empty() && !ending_) on_failure(failure);
    });
  }
}

void TrainingProcesses::Wait() {
  for (std::thread& watcher : watchers_) watcher.join();
  watchers_.clear();
  for (const pid_t other : others_) {
    while (::waitpid(other, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  others_.clear();
}

}  // namespace autotune
