#pragma once

#include <cstdint>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "dataset/assemble.h"

namespace autotune {

struct CsmithOptions {
  std::uint64_t count = 1000;
  std::uint64_t first_seed = 0;
  Split split = Split::kTrain;
};

/// Returns random C programs: seeds `first_seed` ... `first_seed + count - 1`, each in all
/// flavours. Errors: `kNotFound` if csmith is not installed.
Result<std::vector<Unit>> CsmithUnits(const CsmithOptions& options, const std::string& compiler,
                                      const Budget& budget);

}  // namespace autotune
