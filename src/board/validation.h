#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/result.h"

namespace autotune {

struct ValidationOptions {
  std::vector<std::string> elements{};      ///< of `opt -passes=`, in order; at least one
  std::vector<std::string> opt_flags{};     ///< besides `-passes=`
  std::uint64_t memory_bytes = 4ull << 30;  ///< limit of one process of `opt`
  std::uint64_t programs = 150;             ///< random programs, > 0
  std::uint64_t first_seed = 0;             ///< csmith's, of the first program
  std::size_t jobs = 1;                     ///< programs at a time, > 0
  /// A program that runs longer as it came is left out.
  std::chrono::milliseconds run_limit{4'000};
};

/// A program that a list breaks.
struct BrokenProgram {
  std::uint64_t seed = 0;
  std::string flavour;       ///< "O0" or "Oz": how it was compiled (`Flavour`)
  std::string what;          ///< what goes wrong, in one line
  std::size_t position = 0;  ///< of the pass after which it does so first, from 1 on
  std::string pass;          ///< that pass
};

struct Validation {
  std::uint64_t same = 0;      ///< programs that print the same with and without the list
  std::uint64_t left_out = 0;  ///< programs that did not end in time, or failed, as they came
  std::vector<BrokenProgram> broken{};

  std::uint64_t done() const { return same + left_out + broken.size(); }
};

/// Runs random programs as a list leaves them, and as they came. They are csmith's, which print a
/// checksum of all their variables and have no undefined behaviour. Those with odd seeds are
/// compiled as for -Oz, the others without size attributes. Stock `opt`, `llc` and `clang` make
/// them. Halving finds the pass that breaks a program. It is right if each longer beginning of the
/// list breaks the program, too. (PassListEval of "Meta Large Language Model Compiler", Cummins et
/// al. 2024, does so with test suites.)
///
/// `on_progress` is called after each program, never twice at once, with those that are broken in
/// the order in which they were found. Blocks.
///
/// Errors: `kNotFound` if csmith or a tool is missing. `kInvalidArgument` if `opt` refuses the
/// list. `kBadInput` if no program runs as it came. `kIo` if one that did does so no more, or is
/// broken no more. `kCancelled` once `budget` is interrupted.
Result<Validation> Validate(const ValidationOptions& options, const Budget& budget,
                            const std::function<void(const Validation&)>& on_progress);

}  // namespace autotune
