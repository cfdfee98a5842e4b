#pragma once

namespace autotune::worker {

/// Forks workers on request (see eval/proto/zygote_protocol.h) until the other end of `fd` is
/// closed. This process has LLVM loaded and initialised, so a worker is ready within 1 to 2 ms. It
/// runs no passes itself. Its workers are killed when it ends. Returns the exit code, in the zygote
/// itself and in each worker.
int RunZygote(int fd);

}  // namespace autotune::worker
