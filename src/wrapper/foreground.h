#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/result.h"

namespace autotune {

/// Variables to set (second) or, if empty, to remove from the environment of a program.
using EnvironmentChanges = std::vector<std::pair<std::string, std::string>>;

/// The end of a program that ran in the foreground.
struct ForegroundEnd {
  int status = 0;  ///< as `waitpid` has it
  int signal = 0;  ///< SIGINT, SIGTERM, SIGHUP or SIGQUIT that this process got meanwhile; 0: none

  /// Exit status that says the same: 128 + signal for one that a signal ended.
  int ExitStatus() const;
  bool Succeeded() const { return status == 0 && signal == 0; }
};

/// Runs `words[0]`, looked up in PATH, with this process's streams, folder and process group, and
/// waits for its end. A signal that another process sends to this one is passed on; one from the
/// terminal has reached the program already. One call at a time: signal handlers belong to the
/// process. Errors: `kNotFound` and `kIo` if the program can't be started; `kIo` if nobody knows
/// how it ended.
Result<ForegroundEnd> RunForeground(const std::vector<std::string>& words,
                                    const EnvironmentChanges& changes = {});

/// Becomes the program `words[0]`. Returns only if that fails. Errors: `kNotFound`, `kIo`.
Error BecomeProgram(const std::vector<std::string>& words);

/// Ends this process as the program ended: with its exit status, or by its signal.
[[noreturn]] void EndLike(const ForegroundEnd& end);

}  // namespace autotune
