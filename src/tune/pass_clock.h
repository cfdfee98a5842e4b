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

/// What became of one pass.
struct PassTally {
  std::uint64_t applied = 0;  ///< with success
  std::uint64_t changed = 0;  ///< of these, how often the IR was another one afterwards
  std::chrono::nanoseconds cpu_time{0};
  /// By kind, indexed like `kEvaluationFailures`.
  std::array<std::uint64_t, std::size(kEvaluationFailures)> failures{};
};

/// Passes everything on to another evaluator and keeps, for each pass, what became of it and how
/// long it takes, so that the time a list needs can be told beforehand. Thread-safe.
class PassClock : public Evaluator {
 public:
  PassClock(Evaluator& inner, std::size_t actions) : inner_(inner), passes_(actions) {}

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;

  /// CPU time of this list from the program on. It is what its passes took in their own states if
  /// they were seen there. Otherwise it is the sum of their mean times, corrected by how that sum
  /// compares for lists that were seen: a pass takes longest on a program that is not optimised
  /// yet. A pass that never succeeded counts nothing.
  std::chrono::nanoseconds Expected(std::span<const PassId> passes) const;

  /// Passes, with success or not. Never falls.
  std::uint64_t tried() const;

  /// By pass, all up to now.
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
  /// Nanoseconds of whole lists, by the hash of their passes.
  std::unordered_map<Hash128, std::uint64_t> lists_ GUARDED_BY(mutex_);
  double seen_ GUARDED_BY(mutex_) = 0;   ///< nanoseconds of the lists that were seen
  double means_ GUARDED_BY(mutex_) = 0;  ///< the same by the mean times of their passes
};

}  // namespace autotune
