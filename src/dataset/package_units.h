#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "dataset/assemble.h"
#include "dataset/recipe.h"

namespace autotune {

struct PackageOptions {
  std::string mirror;          ///< address of a Debian archive
  std::filesystem::path work;  ///< downloads and unpacked sources: what is there is used again
  std::size_t jobs = 1;
  OnBuildProgress on_progress = [](const BuildProgress&) {};  ///< calls never overlap
};

struct PackageUnits {
  std::vector<Unit> units;              ///< whole programs first: they take longest
  std::vector<FailedProgram> failures;  ///< packages that could not be prepared
};

/// Fetches, unpacks and prepares all packages of a recipe and lists what can be built of them.
/// Errors: `kIo` where a package can't be had; `kBadInput` where it is not what the recipe says;
/// `kCancelled`.
Result<PackageUnits> PreparePackages(const Recipe& recipe, const std::string& compiler,
                                     const PackageOptions& options, const Budget& budget);

/// The archive that apt on this machine takes packages from. Errors: `kNotFound`.
Result<std::string> SystemMirror(const Budget& budget);

}  // namespace autotune
