#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "dataset/assemble.h"
#include "dataset/compiler.h"

namespace autotune {

struct CsmithOptions {
  std::uint64_t count = 1000;
  std::uint64_t first_seed = 0;
  Split split = Split::kTrain;
};

/// Returns the first line of `csmith --version`. Errors: `kNotFound` if csmith is not installed.
Result<std::string> CsmithVersion(const Budget& budget);

/// Makes the random C program of a seed, and compiles it to the bitcode file `file`. `scratch` is a
/// folder for this call alone. Errors: `kBadInput` if csmith or the compiler fails.
Status BuildCsmithProgram(std::uint64_t seed, Flavour flavour, const std::filesystem::path& scratch,
                          const std::filesystem::path& file, const Budget& budget);

/// Returns random C programs: seeds `first_seed` ... `first_seed + count - 1`, each in all
/// flavours. Errors: `kNotFound` if csmith is not installed.
Result<std::vector<Unit>> CsmithUnits(const CsmithOptions& options, const std::string& compiler,
                                      const Budget& budget);

}  // namespace autotune
