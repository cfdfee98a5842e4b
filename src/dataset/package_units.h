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
  std::filesystem::path work;  ///< downloads and unpacked sources; existing ones are used again
  std::size_t jobs = 1;
  OnBuildProgress on_progress = [](const BuildProgress&) {};  ///< calls never overlap
};

struct PackageUnits {
  std::vector<Unit> units;              ///< whole programs first, as they take longest
  std::vector<FailedProgram> failures;  ///< packages that could not be prepared
};

/// Fetches, unpacks and prepares all packages of a recipe. Returns the programs that can be built
/// from them. Errors: `kIo` if a package can't be fetched; `kBadInput` if it is not as the recipe
/// says; `kCancelled`.
Result<PackageUnits> PreparePackages(const Recipe& recipe, const std::string& compiler,
                                     const PackageOptions& options, const Budget& budget);

/// Returns the archive from which apt takes packages on this machine. Errors: `kNotFound`.
Result<std::string> SystemMirror(const Budget& budget);

}  // namespace autotune
