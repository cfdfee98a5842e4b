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
  std::uint64_t memory_bytes = 0;  ///< limit on the child's data segment; 0: none
};

struct SubprocessResult {
  int exit_code = 0;  ///< meaningful where `signal` is 0 and not `timed_out`
  int signal = 0;     ///< the signal that ended it, or 0
  bool timed_out = false;
  std::chrono::nanoseconds cpu_time{0};  ///< of the command and what it waited for
  std::string output;                    ///< the first 64 KiB of standard output
  std::string error_output;              ///< the first 64 KiB of standard error

  bool Succeeded() const { return signal == 0 && !timed_out && exit_code == 0; }
};

/// Runs `arguments[0]` (looked up in PATH) with an empty standard input, in a process group of its
/// own, and waits for it. Whatever is left of the group when the command ends, when its time is up,
/// when `budget` is interrupted or when this process dies is killed, and gone when this returns.
/// Thread-safe. Errors: `kCancelled` once `budget` is interrupted; `kNotFound` and `kIo` if the
/// program can't be started.
Result<SubprocessResult> RunSubprocess(const std::vector<std::string>& arguments,
                                       const SubprocessOptions& options, const Budget& budget);

/// `text` as one word of a shell command, which a terminal may show and a user paste; left as it is
/// if that needs no quotes. Bytes that a terminal would act on become octal escapes in `$'...'`,
/// which bash, zsh and ksh read. A shell without that reads another word and runs nothing.
std::string ShellQuote(std::string_view text);

}  // namespace autotune
