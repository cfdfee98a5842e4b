#pragma once

#include <cstdint>
#include <ctime>

namespace autotune::worker {

/// Returns the CPU time of this process so far, in nanoseconds.
inline std::uint64_t CpuNanoseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace autotune::worker
