#pragma once

namespace autotune::worker {

/// Serves requests on the socket `fd` until its other end is closed. Call it once per process: it
/// installs handlers that report LLVM's fatal errors and failed allocations before the process
/// ends.
void Serve(int fd);

}  // namespace autotune::worker
