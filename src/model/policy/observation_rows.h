#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/observation.h"
#include "core/program.h"
#include "model/policy/policy.h"

// The view that small policies have of an observation, as numbers of about the size of 1.

namespace autotune {

/// Version of the numbers below. Weights trained under another version are refused.
inline constexpr std::uint32_t kObservationVersion = 1;

/// Number of values that describe a program: Autophase's counts as logarithms, and their shares of
/// all instructions.
inline constexpr std::size_t kRootRowWidth = 2 * kAutophaseSize;

/// Returns the number of values that a policy reads. With `kNvp` these are the values of the
/// unmodified program. With `kCompilerDream` they are the shares of the present state and the uses
/// of each pass over the length of an episode. Otherwise they are the values of the present state,
/// the change of each count's logarithm since the root, the number of uses of each pass, and the
/// steps left.
std::size_t InputWidth(const PolicyConfig& config);

/// Writes Autophase's counts as shares of all instructions, at most 1. `row` has room for
/// `kAutophaseSize` numbers.
void WriteShares(const Features& features, std::span<float> row);

/// Writes the values of a program. `row` has room for `kRootRowWidth` numbers.
void WriteRootRow(const Features& features, std::span<float> row);

/// Writes what a policy reads. `row` has room for `InputWidth(config)` numbers.
void WriteObservationRow(const PolicyConfig& config, const Observation& observation,
                         std::span<float> row);

}  // namespace autotune
