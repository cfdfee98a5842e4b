#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "core/evaluator.h"

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

  /// The sum of the passes' mean times; a pass that never succeeded counts nothing.
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

  Evaluator& inner_;
  std::vector<Total> passes_;
};

}  // namespace autotune
