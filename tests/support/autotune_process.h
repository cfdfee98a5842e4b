#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "support/test_directory.h"

namespace autotune {

/// What a run of the built program left behind.
struct ProgramRun {
  int status = -1;  ///< exit status; 1000 + signal where one killed it
  std::string output;
  std::string error_output;
  double seconds = 0;

  std::size_t error_lines() const;
};

enum class Program { kAutotune, kAutotuneTrain };

/// A built program, started in `directory` with its database and cache there. It gets SIGKILL
/// after a minute.
class AutotuneProcess {
 public:
  /// `prepare` is called in the new process, before the program.
  AutotuneProcess(
      const TestDirectory& directory, std::vector<std::string> arguments,
      const std::function<void()>& prepare = [] {}, Program program = Program::kAutotune);
  ~AutotuneProcess();
  AutotuneProcess(const AutotuneProcess&) = delete;
  AutotuneProcess& operator=(const AutotuneProcess&) = delete;

  pid_t pid() const { return pid_; }
  void Signal(int signal) const;
  /// Waits until standard error holds `text`. False if that takes half a minute.
  bool WaitForError(std::string_view text) const;
  ProgramRun Wait();

 private:
  const TestDirectory& directory_;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  pid_t pid_ = -1;
};

ProgramRun RunAutotune(
    const TestDirectory& directory, std::vector<std::string> arguments,
    const std::function<void()>& prepare = [] {});
ProgramRun RunAutotuneTrain(const TestDirectory& directory, std::vector<std::string> arguments);

/// Returns what the first printed line of `opt` makes when it is pasted into a shell.
std::string RunResultLine(const TestDirectory& directory, const ProgramRun& run);

}  // namespace autotune
