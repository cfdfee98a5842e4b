#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "tune/result.h"

namespace autotune {

/// The result that a user takes from a front.
enum class Pick {
  kInstructions,  ///< fewest instructions
  kBalanced,      ///< smallest product of instructions and bytes
  kBytes,         ///< fewest bytes of text + data
};

/// Results of one program, none of which has both fewer instructions and fewer bytes than another.
struct Front {
  std::vector<TuneResult> results;  ///< fewest instructions first; at least one
  std::size_t picked = 0;
};

/// A limit of bytes that no result exceeds.
inline constexpr std::uint64_t kNoByteLimit = std::numeric_limits<std::uint64_t>::max();

/// True if a result has no more instructions and no more bytes than another. Both must have an
/// object size.
bool Beats(const TuneResult& one, const TuneResult& other);

/// Leaves out results that another one beats, and those without an object size. One of several
/// equal results stays. Picks among the rest.
Front MakeFront(std::vector<TuneResult> results, Pick pick);

}  // namespace autotune
