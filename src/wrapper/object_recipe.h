#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/result.h"
#include "wrapper/link_trace.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// The word that loads our plugin into clang.
std::string ClangPluginFlag();

/// How one call of the compiler makes a tuned object of a unit's bitcode.
struct ObjectRecipe {
  Hash128 object;                  ///< of the object's contents
  std::string plan;                ///< for the plugin (docs/plans.md)
  std::vector<std::string> words;  ///< for the compiler, after those of the unit
};

std::string ObjectRecipeText(const ObjectRecipe& recipe);
/// The inverse of `ObjectRecipeText`. None for any other text.
std::optional<ObjectRecipe> ReadObjectRecipe(std::string_view text);

/// Makes an object, whatever its contents are to be. Says nothing to the user. Errors: `kIo`; those
/// of `run`.
Status FollowRecipe(const ObjectRecipe& recipe, const RecordedUnit& unit,
                    const std::filesystem::path& object, const UnitFolder& folder,
                    const RunWords& run);

/// Makes the tuned object of this key by the recipe in the folder, unless there is one, or one that
/// is not to be used. Removes the recipe if the object has other contents. Returns true if it has
/// made the object. Errors: as for `FollowRecipe`.
Result<bool> MakeTuned(const RecordedUnit& unit, const Hash128& key, const UnitFolder& folder,
                       const RunWords& run);

}  // namespace autotune
