#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/program.h"

// What the networks see of raw counts. Programs differ by orders of magnitude and passes change a
// state by a few percent, so counts enter as logarithms, as shares, and as what became of them.

namespace autotune {

/// Raised whenever a number below changes its meaning: weights trained under another are refused.
inline constexpr std::uint32_t kFeaturesVersion = 1;

inline constexpr std::size_t kCounts = kAutophaseSize + kInstCountSize;

/// Numbers that describe a program: size and share of each count.
inline constexpr std::size_t kProgramFeatureWidth = 2 * kCounts;
/// Numbers that describe a state on the way: those of a program, the logarithm of the change of
/// each count against the state before and against the root, that of all instructions once more
/// (the cost), and how many passes were applied.
inline constexpr std::size_t kStateFeatureWidth = 4 * kCounts + 3;

/// A state and how it came to be. At the root all three are the same.
struct ObservedState {
  const Features& root;
  const Features& before;  ///< of the state that the last pass started from
  const Features& now;
  std::size_t step = 0;  ///< passes applied
};

/// `row` has room for `kProgramFeatureWidth`.
void WriteProgramFeatures(const Features& features, std::span<float> row);

/// `row` has room for `kStateFeatureWidth`. Unless `reobserve`, all that is told of a state is its
/// root and its step.
void WriteStateFeatures(const ObservedState& state, bool reobserve, std::span<float> row);

}  // namespace autotune
