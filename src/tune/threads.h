#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>

#include <sched.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace autotune {

/// Returns the number of cores that this process may use (`taskset`, a container's set). It is the
/// default of `--threads`.
inline std::uint64_t DefaultThreads() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return std::max(1, CPU_COUNT(&allowed));
  return std::max(1u, std::thread::hardware_concurrency());
}

/// An arena of `count` threads of oneTBB. Make it while oneTBB is allowed that many; otherwise
/// oneTBB complains on stderr.
class Threads {
 public:
  explicit Threads(std::uint64_t count)
      : control_(tbb::global_control::max_allowed_parallelism, count),
        arena_(static_cast<int>(count)) {
    arena_.initialize();
  }

  /// Calls `work` in the arena.
  template <typename Work>
  auto Run(const Work& work) {
    return arena_.execute(work);
  }

 private:
  const tbb::global_control control_;
  tbb::task_arena arena_;
};

/// Calls `work` in an arena of `threads` threads.
template <typename Work>
auto OnThreads(std::uint64_t threads, const Work& work) {
  return Threads(threads).Run(work);
}

}  // namespace autotune
