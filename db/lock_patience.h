#pragma once

#include <atomic>
#include <chrono>

namespace autotune {

/// Time that all connections of one run may spend waiting for locks that other processes hold.
/// Thread-safe.
class LockPatience {
 public:
  explicit LockPatience(std::chrono::milliseconds total) : left_(total) {}
  LockPatience(const LockPatience&) = delete;
  LockPatience& operator=(const LockPatience&) = delete;

  /// Sleeps a few milliseconds. Returns false at once if no time is left.
  bool Nap();

  /// Returns the time left.
  std::chrono::nanoseconds left() const { return left_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::chrono::nanoseconds> left_;
};

}  // namespace autotune
