#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace autotune {

using Clock = std::chrono::steady_clock;

/// Decides when a run stops: at a time, after a number of evaluations, or on request, whichever
/// comes first. One evaluation is one pass asked for, failed or not. Thread-safe.
///
/// Evaluations are *claimed before* they are made. A run with a limit thus makes exactly as many on
/// any number of threads.
class Budget {
 public:
  struct Limits {
    std::optional<Clock::time_point> deadline{};
    std::optional<std::uint64_t> evaluations{};
    /// From this time nothing more is started, but work under way may finish.
    std::optional<Clock::time_point> pause{};
    /// Minimum number of evaluations before `pause` takes effect.
    std::uint64_t least_before_pause = 0;
  };

  /// Makes a budget. If `whole` is not null, the budget is a part of it: claims count in both, and
  /// it ends when `whole` ends. `whole` must live longer.
  explicit Budget(Limits limits, Budget* whole = nullptr)
      : limits_(limits), whole_(whole), end_(Ticks(limits.deadline)) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  /// Returns a budget that never ends, for work that has limits of its own.
  static const Budget& Unlimited();

  /// True if even work under way should be dropped: out of time, or cancelled.
  bool Interrupted() const {
    if (cancelled_.load(std::memory_order_relaxed)) return true;
    const Clock::rep end = end_.load(std::memory_order_relaxed);
    if (end != kNever && Clock::now().time_since_epoch().count() >= end) return true;
    return whole_ && whole_->Interrupted();
  }

  /// True if nothing more should be started.
  bool Exhausted() const {
    if (limits_.evaluations && used_.load(std::memory_order_relaxed) >= *limits_.evaluations) {
      return true;
    }
    if (limits_.pause && used_.load(std::memory_order_relaxed) >= limits_.least_before_pause &&
        Clock::now() >= *limits_.pause) {
      return true;
    }
    return Interrupted() || (whole_ && whole_->Exhausted());
  }

  /// Claims up to `wanted` evaluations. Returns the number granted: fewer near the end, 0 at it.
  std::uint64_t Claim(std::uint64_t wanted) {
    if (Exhausted()) return 0;
    const std::uint64_t own = ClaimOwn(wanted);
    if (!whole_ || own == 0) return own;
    const std::uint64_t granted = whole_->Claim(own);
    used_.fetch_sub(own - granted, std::memory_order_relaxed);
    return granted;
  }

  /// Gives back evaluations that were claimed but not made.
  void Return(std::uint64_t unused) {
    used_.fetch_sub(unused, std::memory_order_relaxed);
    if (whole_) whole_->Return(unused);
  }

  /// Replaces the limits. The evaluations used so far count towards the new limit. Not while the
  /// budget is in use.
  void Extend(const Limits& limits) {
    limits_ = limits;
    end_.store(Ticks(limits.deadline), std::memory_order_relaxed);
  }

  /// Moves the deadline forward to `end`, unless it is earlier already. Async-signal-safe.
  void EndBy(Clock::time_point end) {
    const Clock::rep wanted = end.time_since_epoch().count();
    Clock::rep known = end_.load(std::memory_order_relaxed);
    while (wanted < known && !end_.compare_exchange_weak(known, wanted)) {
    }
  }

  /// Time at which the budget ends as it stands; the largest time point if it has no deadline.
  Clock::time_point end() const {
    const Clock::time_point own(Clock::duration(end_.load(std::memory_order_relaxed)));
    return whole_ ? std::min(own, whole_->end()) : own;
  }

  /// True if evaluations are limited: then the same search makes the same evaluations each time.
  bool repeatable() const { return limits_.evaluations || (whole_ && whole_->repeatable()); }
  std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  /// Limits that were set; `EndBy` does not change them.
  const Limits& limits() const { return limits_; }

  /// Async-signal-safe.
  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

 private:
  static constexpr Clock::rep kNever = Clock::duration::max().count();

  static Clock::rep Ticks(const std::optional<Clock::time_point>& time) {
    return time ? time->time_since_epoch().count() : kNever;
  }

  std::uint64_t ClaimOwn(std::uint64_t wanted) {
    const std::uint64_t before = used_.fetch_add(wanted, std::memory_order_relaxed);
    if (!limits_.evaluations) return wanted;
    if (before >= *limits_.evaluations) {
      used_.fetch_sub(wanted, std::memory_order_relaxed);
      return 0;
    }
    const std::uint64_t granted = std::min(wanted, *limits_.evaluations - before);
    used_.fetch_sub(wanted - granted, std::memory_order_relaxed);
    return granted;
  }

  Limits limits_;
  Budget* const whole_;
  std::atomic<Clock::rep> end_;  ///< deadline in ticks of `Clock`; `kNever` without one
  std::atomic<std::uint64_t> used_{0};
  std::atomic<bool> cancelled_{false};
  static_assert(std::atomic<Clock::rep>::is_always_lock_free, "EndBy is called by signal handlers");
};

inline const Budget& Budget::Unlimited() {
  static const Budget unlimited{Limits{}};
  return unlimited;
}

}  // namespace autotune
