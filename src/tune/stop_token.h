#pragma once

#include <atomic>

namespace autotune {

/// Says whether a run should stop, and why. Thread-safe. One token serves all runs of a process.
class StopToken {
 public:
  StopToken();
  ~StopToken();
  StopToken(const StopToken&) = delete;
  StopToken& operator=(const StopToken&) = delete;

  /// Asks everybody to stop because of this signal, > 0. Only the first call counts.
  /// Async-signal-safe. Returns whether this was the first call.
  bool Stop(int signal);

  /// The signal that asked to stop; 0: none did.
  int signal() const { return signal_.load(); }

  /// A descriptor that `poll` finds readable from the first `Stop` on. Nobody may read from it.
  int descriptor() const { return descriptor_; }

 private:
  const int descriptor_;
  std::atomic<int> signal_{0};
  static_assert(std::atomic<int>::is_always_lock_free, "signal handlers call Stop");
};

}  // namespace autotune
