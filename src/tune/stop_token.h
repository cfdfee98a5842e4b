#pragma once

#include <atomic>

namespace autotune {

/// Says if a run should stop, and because of which signal. Thread-safe. One token serves all runs
/// of a process.
class StopToken {
 public:
  StopToken();
  ~StopToken();
  StopToken(const StopToken&) = delete;
  StopToken& operator=(const StopToken&) = delete;

  /// Asks all runs to stop because of this signal, > 0. Only the first call counts. Returns true if
  /// this was the first call. Async-signal-safe.
  bool Stop(int signal);

  /// Returns the signal that asked to stop; 0: none did.
  int signal() const { return signal_.load(); }

  /// Returns a descriptor that `poll` finds readable from the first `Stop` on. Nobody may read from
  /// it. Negative if the process had too many descriptors; then only `signal` tells.
  int descriptor() const { return descriptor_; }

 private:
  const int descriptor_;
  std::atomic<int> signal_{0};
  static_assert(std::atomic<int>::is_always_lock_free, "signal handlers call Stop");
};

}  // namespace autotune
