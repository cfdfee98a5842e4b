#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/result.h"

namespace autotune {

struct SubprocessOptions {
  std::chrono::milliseconds time_limit{60'000};
  std::uint64_t memory_bytes = 0;        ///< limit on the child's data segment; 0: none
  std::size_t output_bytes = 64 * 1024;  ///< kept of each output; the rest is read and dropped
};

struct SubprocessResult {
  int exit_code = 0;  ///< exit code; meaningful if `signal` is 0 and `timed_out` is false
  int signal = 0;     ///< signal that ended it, or 0
  bool timed_out = false;
  std::chrono::nanoseconds cpu_time{0};  ///< CPU time of the command and the children it waited for
  std::string output;                    ///< the beginning of standard output
  std::string error_output;              ///< the beginning of standard error

  bool Succeeded() const { return signal == 0 && !timed_out && exit_code == 0; }
};

/// Says how a process ended that did not succeed: "ran out of time", "was killed by signal 9",
/// "ended with exit code 1: LAST LINE OF ITS ERRORS".
std::string HowItEnded(const SubprocessResult& result);

/// Runs `arguments[0]` (looked up in PATH) with an empty standard input, in a process group of its
/// own, and waits for it. Thread-safe.
///
/// The rest of the group is killed when the command ends, when its time is up, when `budget` is
/// interrupted or when this process dies. It is gone when this returns. Errors: `kCancelled` once
/// `budget` is interrupted; `kNotFound` and `kIo` if the program can't be started.
Result<SubprocessResult> RunSubprocess(const std::vector<std::string>& arguments,
                                       const SubprocessOptions& options, const Budget& budget);

/// Puts a file's name into each `place` of a user's shell command that stands for it.
std::string PutFile(std::string command, std::string_view place, const std::string& file);

/// Returns `text` as one word of a shell command that a terminal may show and a user paste. A text
/// that needs no quotes stays as it is. Bytes that a terminal would act on become octal escapes in
/// `$'...'`, which bash, zsh and ksh read. A shell without that syntax reads another word and runs
/// nothing.
std::string ShellQuote(std::string_view text);

}  // namespace autotune
