#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/result.h"
#include "dataset/assemble.h"

namespace autotune {

/// The shares of splits, in percent. They add up to 100.
struct SplitShares {
  std::uint64_t train = 80;
  std::uint64_t validation = 10;
  std::uint64_t test = 10;

  bool operator==(const SplitShares&) const = default;
};

/// Reads the shares from a text such as `80,10,10`. Errors: `kInvalidArgument`.
Result<SplitShares> ParseSplitShares(const std::string& text);

/// Draws the split of each package. Validation and test get their shares of the packages, rounded.
/// Another package changes the splits of few others.
std::map<std::string, Split> DrawSplits(const std::set<std::string>& packages,
                                        const SplitShares& shares, std::uint64_t seed);

/// Returns the package that a build's folder is named after. Errors: `kInvalidArgument` if no
/// folder of a data set can have the name.
Result<std::string> PackageOf(const std::filesystem::path& folder);

/// Returns the units that compiler wrappers kept in `folder` whose sources still exist, each named
/// `package`/source. They become modules without debug information. Errors: `kBadInput` if there
/// are none.
Result<std::vector<Unit>> RecordedUnits(const std::filesystem::path& folder,
                                        const std::string& package, Split split);

}  // namespace autotune
