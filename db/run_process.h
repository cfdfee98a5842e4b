#pragma once

#include <string>
#include <string_view>

namespace autotune {

/// Name of this process among all processes of all machines: host, boot, process-id namespace,
/// process id and start time, separated by blanks. Empty where the system does not tell.
std::string ThisProcess();

enum class ProcessState {
  kRuns,
  kGone,
  kRebooted,  ///< gone too, unless two machines have the same host name
  kUnknown,   ///< of another host or container, or no name of a process
};

/// State of the process of that name, as far as this process can see it.
ProcessState StateOf(std::string_view process);

}  // namespace autotune
