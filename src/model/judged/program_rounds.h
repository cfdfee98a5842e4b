#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace autotune {

/// Programs to learn from and programs to be judged on, by index. A family is on one side only.
struct ProgramSides {
  std::vector<std::size_t> training;
  std::vector<std::size_t> judged;  ///< at most 64: with more, judging takes longer than learning
  bool held_out = false;            ///< true if the judged programs are not trained on
};

/// Splits programs by their families, as `ValidationFamilies` says. `families` has one entry for
/// each program. If there is a single family, it is trained and judged on.
ProgramSides SplitPrograms(const std::vector<std::string_view>& families, double share);

/// Returns the programs of a training step, at most `count` of `programs`. All are used equally
/// often, in another order each round. Equal arguments give equal answers.
std::vector<std::size_t> ProgramsOfStep(const std::vector<std::size_t>& programs, std::size_t count,
                                        std::uint64_t step, std::uint64_t seed);

}  // namespace autotune
