#pragma once

namespace autotune::worker {

/// Serves requests on the socket `fd` until its other end is closed. Installs handlers that answer
/// LLVM's fatal errors and failed allocations before the process ends; so once a process.
void Serve(int fd);

}  // namespace autotune::worker
