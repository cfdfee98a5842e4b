#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "core/evaluator.h"

namespace autotune {

/// Passes everything on to another evaluator and keeps, for each pass, how long it takes, so that
/// the time a list needs can be told beforehand. Thread-safe.
class PassClock : public Evaluator {
 public:
  PassClock(Evaluator& inner, std::size_t actions) : inner_(inner), passes_(actions) {}

  Trace Apply(const ProgramState& from, std::span<const PassId> passes,
              const EvaluationOptions& options, const Budget& budget) override;

  /// The sum of the passes' mean times; a pass that never succeeded counts nothing.
  std::chrono::nanoseconds Expected(std::span<const PassId> passes) const;

 private:
  struct Total {
    std::atomic<std::uint64_t> nanoseconds{0};
    std::atomic<std::uint64_t> runs{0};
  };

  Evaluator& inner_;
  std::vector<Total> passes_;
};

}  // namespace autotune
