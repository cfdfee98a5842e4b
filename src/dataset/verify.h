#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "dataset/manifest.h"

namespace autotune {

/// A damaged file of a set.
struct Damage {
  std::string file;
  std::string what;  ///< `missing`, `unreadable`, `changed`, `not in the manifest`

  bool operator==(const Damage&) const = default;
};

/// Hashes every file of the set again, `jobs` at a time. Returns the damage, sorted by file.
/// Errors: `kCancelled`, `kIo`.
Result<std::vector<Damage>> VerifySet(const std::filesystem::path& folder, const Manifest& manifest,
                                      std::size_t jobs, const Budget& budget);

}  // namespace autotune
