#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/program.h"

// The networks' view of raw counts. Programs differ by orders of magnitude, and passes change a
// state by a few percent. Counts therefore enter as logarithms, as shares, and as changes.

namespace autotune {

/// Version of the features, raised whenever a number below changes its meaning. Weights trained
/// under another version are refused.
inline constexpr std::uint32_t kFeaturesVersion = 1;

inline constexpr std::size_t kCounts = kAutophaseSize + kInstCountSize;

/// Divides logarithms of counts: log1p of about 3,000 brings counts of common programs below 1.
inline constexpr float kLogScale = 8;

/// Returns log(1 + count).
float LogarithmOf(std::uint32_t count);

/// Number of values that describe a program: size and share of each count.
inline constexpr std::size_t kProgramFeatureWidth = 2 * kCounts;
/// Number of values that describe a state on the way. They are those of a program, and the
/// logarithm of each count's change against the previous state and against the root. The last three
/// are the changes of all instructions once more (the cost), and the number of passes applied.
inline constexpr std::size_t kStateFeatureWidth = 4 * kCounts + 3;

/// A state and its history. At the root all three features are the same.
struct ObservedState {
  const Features& root;
  const Features& before;  ///< features of the state that the last pass started from
  const Features& now;
  std::size_t step = 0;  ///< number of passes applied
};

/// Writes the features of a program. `row` has room for `kProgramFeatureWidth` numbers.
void WriteProgramFeatures(const Features& features, std::span<float> row);

/// Writes the features of a state. `row` has room for `kStateFeatureWidth` numbers.
void WriteStateFeatures(const ObservedState& state, std::span<float> row);

}  // namespace autotune
