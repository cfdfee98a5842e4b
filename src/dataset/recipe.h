#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/result.h"
#include "dataset/manifest.h"

namespace autotune {

/// Files of a package by pattern: `*` stays within one folder, `**` does not.
struct FileSelection {
  std::vector<std::string> files;
  std::vector<std::string> exclude;
};

/// A whole program: its files are linked to one module.
struct RecipeProgram {
  std::string name;
  FileSelection selection;
};

/// The way programs are made of one package.
struct RecipePackage {
  std::string name;
  std::string version;
  std::string archive;  ///< path below the mirror; for packages of the archive
  std::string sha256;   ///< hash of the archive
  std::string folder;   ///< folder beside the recipe; for sources that come with it
  std::string family;   ///< name shared by packages that share code; by default the package's
  Split split = Split::kTrain;
  std::string prepare;               ///< shell commands, run once in the unpacked package
  std::vector<std::string> flags;    ///< flags for the compiler
  FileSelection units;               ///< translation units that are programs of their own
  std::optional<std::size_t> limit;  ///< maximum number of units, spread over all; empty: no limit
  std::vector<RecipeProgram> programs;
};

/// A set that can be built from sources.
struct Recipe {
  std::string name;
  std::string source;
  std::string licence;
  std::string fallback;  ///< mirror for packages that the user's no longer has; may be empty
  std::vector<RecipePackage> packages;
  std::filesystem::path folder;  ///< folder of the recipe's file
};

/// Reads a recipe. Errors: `kNotFound`, `kIo`; `kBadInput` if it is no recipe, has an unknown key,
/// has a package twice, or has a family in two splits.
Result<Recipe> ReadRecipe(const std::filesystem::path& file);

/// Hashes everything that decides on the package's programs, except the sources in `folder`.
Hash128 Fingerprint(const RecipePackage& package);

/// True if the selection includes the file.
bool Selects(const FileSelection& selection, const std::string& file);

}  // namespace autotune
