#include "db/lock_patience.h"

#include <algorithm>
#include <thread>

namespace autotune {

bool LockPatience::Nap() {
  using std::chrono::nanoseconds;
  constexpr nanoseconds kNap = std::chrono::milliseconds(5);
  nanoseconds left = left_.load(std::memory_order_relaxed);
  nanoseconds nap{};
  do {
    if (left <= nanoseconds::zero()) return false;
    nap = std::min(left, kNap);
  } while (!left_.compare_exchange_weak(left, left - nap, std::memory_order_relaxed));
  std::this_thread::sleep_for(nap);
  return true;
}

}  // namespace autotune
