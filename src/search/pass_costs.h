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

/// What passes cost, in units of the mean pass that is no whole pipeline: at first a guess from
/// their texts (a whole pipeline is dozens of passes), then what was measured on this very program,
/// where the guess counts as a run, and as more of them where passes take less than a millisecond.
/// Not thread-safe.
class PassCosts {
 public:
  enum class Source { kGuess, kMeasured };

  /// Measured times differ from run to run: a search that has to be repeatable keeps the guess.
  static Source SourceFor(const Budget& budget) {
    return budget.repeatable() ? Source::kGuess : Source::kMeasured;
  }

  PassCosts(const ActionSpace& actions, Source source);

  /// Ignored where only the guess is wanted.
  void Record(PassId pass, std::uint64_t nanoseconds);

  std::size_t size() const { return guess_.size(); }  ///< passes of the space
  /// > 0.
  double Expected(PassId pass) const;
  double Expected(std::span<const PassId> passes) const;

 private:
  struct Total {
    double nanoseconds = 0;
    double runs = 0;
  };

  const Source source_;
  std::vector<double> guess_;
  std::vector<Total> passes_;
  double nanoseconds_ = 0;  ///< of all runs
  double guessed_ = 0;      ///< cost of these runs
};

/// True for actions that are a pipeline of dozens of passes, and cost as much.
bool IsWholePipeline(std::string_view pipeline);

}  // namespace autotune
