#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/action_space.h"
#include "core/budget.h"
#include "core/program.h"

namespace autotune {

/// Costs of passes, in units of the mean pass that is no whole pipeline. The first estimate is a
/// guess from the text of a pass: a whole pipeline costs as much as dozens of passes. Times
/// measured on this very program are then averaged with the guess. The guess counts as one run, and
/// as more if passes take less than a millisecond. Not thread-safe.
class PassCosts {
 public:
  enum class Source { kGuess, kMeasured };

  /// Returns the source that fits `budget`. Measured times differ from run to run, so a search that
  /// has to be repeatable keeps the guess.
  static Source SourceFor(const Budget& budget) {
    return budget.repeatable() ? Source::kGuess : Source::kMeasured;
  }

  PassCosts(const ActionSpace& actions, Source source);

  /// Records the time of one run. Ignored if the source is the guess.
  void Record(PassId pass, std::uint64_t nanoseconds);

  std::size_t size() const { return guess_.size(); }  ///< number of passes in the space
  /// Returns the expected cost of one pass, > 0.
  double Expected(PassId pass) const;
  /// Returns the expected cost of several passes, the sum of their costs.
  double Expected(std::span<const PassId> passes) const;

 private:
  struct Total {
    double nanoseconds = 0;
    double runs = 0;
  };

  const Source source_;
  std::vector<double> guess_;
  std::vector<Total> passes_;
  double nanoseconds_ = 0;  ///< time of all recorded runs
  double guessed_ = 0;      ///< guessed cost of the same runs
};

/// True if an action is a pipeline of dozens of passes, and costs as much.
bool IsWholePipeline(std::string_view pipeline);

}  // namespace autotune
