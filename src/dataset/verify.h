#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "dataset/manifest.h"

namespace autotune {

/// What is wrong with the files of a set.
struct Damage {
  std::string file;
  std::string what;  ///< `missing`, `unreadable`, `changed`, `not in the manifest`

  bool operator==(const Damage&) const = default;
};

/// Hashes every file of the set anew, `jobs` at a time; sorted by file. Errors: `kCancelled`,
/// `kIo`.
Result<std::vector<Damage>> VerifySet(const std::filesystem::path& folder, const Manifest& manifest,
                                      std::size_t jobs, const Budget& budget);

}  // namespace autotune
