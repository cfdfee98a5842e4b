#pragma once

#include <functional>

#include <sys/wait.h>
#include <unistd.h>

namespace autotune {

/// Runs `body` in a process of its own, which exits with what it returns.
inline pid_t Spawn(const std::function<int()>& body) {
  const pid_t pid = fork();
  if (pid == 0) _exit(body());
  return pid;
}

/// Waits for the process; minus the signal where one killed it.
inline int ExitCode(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace autotune
