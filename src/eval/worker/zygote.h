#pragma once

namespace autotune::worker {

/// Forks workers on request (see eval/zygote_protocol.h) until the other end of `fd` is closed.
/// This process has loaded and initialised LLVM already, so a worker is ready within a millisecond
/// or two of being asked for. It runs no passes itself. Its workers are killed when it ends.
/// Returns the exit code, in the zygote itself and in each worker.
int RunZygote(int fd);

}  // namespace autotune::worker
