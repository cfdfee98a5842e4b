#pragma once

#include <string>
#include <string_view>

namespace autotune {

/// Returns the name of this process, unique among all processes of all machines. Its parts are
/// host, boot, process-id namespace, process id and start time, separated by blanks. Returns an
/// empty text if the system does not tell.
std::string ThisProcess();

enum class ProcessState {
  kRuns,
  kGone,
  kRebooted,  ///< gone, unless two machines have the same host name
  kUnknown,   ///< process of another host or container, or no name of a process
};

/// Returns the state of the process of that name, as far as this process can see it.
ProcessState StateOf(std::string_view process);

}  // namespace autotune
