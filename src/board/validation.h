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
  std::vector<std::string> elements;     ///< of `opt -passes=`, in order; at least one
  std::vector<std::string> opt_flags{};  ///< besides `-passes=`
  std::uint64_t programs = 150;          ///< random programs, > 0
  std::uint64_t first_seed = 0;          ///< csmith's, of the first program
  std::size_t jobs = 1;                  ///< programs at a time, > 0
  std::chrono::milliseconds runs_for{
      4'000};  ///< a program that takes longer as it came is left out
};

/// A program that a list breaks.
struct BrokenProgram {
  std::uint64_t seed = 0;
  std::string flavour;       ///< "O0" or "Oz": how it was compiled (`Flavour`)
  std::string what;          ///< what goes wrong: of `opt`, of code generation or of the program
  std::size_t position = 0;  ///< of the pass after which it does so first, from 1 on
  std::string pass;          ///< that pass
};

struct Validation {
  std::uint64_t same = 0;      ///< programs that print the same with and without the list
  std::uint64_t left_out = 0;  ///< programs that end in no time, or not at all, as they came
  std::vector<BrokenProgram> broken{};  ///< by seed

  std::uint64_t done() const { return same + left_out + broken.size(); }
};

/// Runs random programs as a list leaves them against the same as they came. They are csmith's,
/// which print a checksum of all their variables and have no undefined behaviour; every other one
/// is compiled as for -Oz, and the others without size attributes. Stock `opt`, `llc` and `clang`
/// make them. For a program that a list breaks, the pass is found by halving: it is right if each
/// longer beginning of the list breaks it, too. (PassListEval of "Meta Large Language Model
/// Compiler", Cummins et al. 2024, section 3.5, does so with test suites.)
///
/// `on_progress` is called after each program, never twice at once. Blocks. Errors: `kNotFound` if
/// csmith or a tool is missing; `kInvalidArgument` if `opt` refuses the list; `kIo`; `kCancelled`
/// once `budget` is interrupted.
Result<Validation> Validate(const ValidationOptions& options, const Budget& budget,
                            const std::function<void(const Validation&)>& on_progress);

}  // namespace autotune
