#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/evaluator.h"
#include "core/hash.h"
#include "core/mutex.h"

namespace autotune {

/// Statistics of one pass.
struct PassTally {
  std::uint64_t applied = 0;  ///< number of successful runs
  std::uint64_t changed = 0;  ///< number of those that changed the IR
  std::chrono::nanoseconds cpu_time{0};
  /// Number of failures by kind, indexed like `kEvaluationFailures`.
  std::array<std::uint64_t, std::size(kEvaluationFailures)> failures{};
};

/// Forwards everything to another evaluator and records each pass's outcomes and times. The time
/// that a list needs can thus be predicted. Thread-safe.
class PassClock : public Evaluator {
 public:
  PassClock(Evaluator& inner, std::size_t actions) : inner_(inner), passes_(actions) {}

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;

  /// Returns the CPU time expected for this list from the program on. If its passes were seen in
  /// their own states, it is the sum of their times there. Otherwise it is the sum of their mean
  /// times, corrected by the same ratio for lists that were seen. (A pass takes longest on an
  /// unoptimised program.) A pass that never succeeded counts as 0.
  std::chrono::nanoseconds Expected(std::span<const PassId> passes) const;

  /// Returns the number of passes tried, successful or not. Never falls.
  std::uint64_t tried() const;

  /// Returns the statistics by pass, up to now.
  std::vector<PassTally> tallies() const;

 private:
  struct Total {
    std::atomic<std::uint64_t> nanoseconds{0};
    std::atomic<std::uint64_t> runs{0};
    std::atomic<std::uint64_t> changed{0};
    std::array<std::atomic<std::uint64_t>, std::size(kEvaluationFailures)> failures{};
  };

  void Remember(const ProgramState& from, const Trace& trace);
  std::uint64_t SumOfMeans(std::span<const PassId> passes) const;

  Evaluator& inner_;
  std::vector<Total> passes_;
  mutable Mutex mutex_;
  /// CPU time of whole lists in ns, by the hash of their passes.
  std::unordered_map<Hash128, std::uint64_t> lists_ GUARDED_BY(mutex_);
  double seen_ GUARDED_BY(mutex_) = 0;   ///< CPU time of the lists that were seen, in ns
  double means_ GUARDED_BY(mutex_) = 0;  ///< the same by the mean times of their passes, in ns
};

}  // namespace autotune
