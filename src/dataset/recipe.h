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

/// How programs are made of one package.
struct RecipePackage {
  std::string name;
  std::string version;
  std::string archive;  ///< path below the mirror, for a package of the archive
  std::string sha256;   ///< of the archive
  std::string folder;   ///< beside the recipe, for sources that come with it
  std::string family;   ///< packages that share code; the package's name unless said otherwise
  Split split = Split::kTrain;
  std::string prepare;               ///< shell commands, run once where the package is unpacked
  std::vector<std::string> flags;    ///< for the compiler
  FileSelection units;               ///< translation units that are programs of their own
  std::optional<std::size_t> limit;  ///< take no more units than this, spread over all
  std::vector<RecipeProgram> programs;
};

/// A set that can be built from sources.
struct Recipe {
  std::string name;
  std::string source;
  std::string licence;
  std::string fallback;  ///< a mirror that keeps what the user's no longer has; may be empty
  std::vector<RecipePackage> packages;
  std::filesystem::path folder;  ///< that of the recipe's file
};

/// Errors: `kNotFound`, `kIo`; `kBadInput` where it is no recipe, has a key we don't know, or has a
/// package twice or a family in two splits.
Result<Recipe> ReadRecipe(const std::filesystem::path& file);

/// What decides on all programs of the package, but for the sources in `folder`.
Hash128 Fingerprint(const RecipePackage& package);

/// Whether the selection takes the file.
bool Selects(const FileSelection& selection, const std::string& file);

}  // namespace autotune
