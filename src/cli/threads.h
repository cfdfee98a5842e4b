#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace autotune {

/// What `--threads` is where it is not given.
inline std::uint64_t DefaultThreads() { return std::max(1u, std::thread::hardware_concurrency()); }

/// Calls `work` where oneTBB has so many threads.
template <typename Work>
auto OnThreads(std::uint64_t threads, const Work& work) {
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(static_cast<int>(threads));
  return arena.execute(work);
}

}  // namespace autotune
