#pragma once

#include <chrono>

namespace autotune {

/// Returns the duration as a number of seconds.
inline double Seconds(std::chrono::nanoseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace autotune
