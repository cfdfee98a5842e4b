#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/hash.h"
#include "core/result.h"
#include "tune/known_answers.h"
#include "wrapper/object_recipe.h"
#include "wrapper/unit_folder.h"

namespace autotune {

/// Returns an answer as a JSON object, a line for each function. Equal answers have equal texts.
std::string AnswerText(const Answer& answer);

/// Reads what `AnswerText` has written, or a list and its flags in two lines, as earlier versions
/// wrote. None if it is neither, or if an attribute or an option is not one of ours.
std::optional<Answer> ReadAnswer(std::string_view text);

/// Returns what was found for an object; none if it has no list.
std::optional<Answer> AnswerOf(const Hash128& key, const UnitFolder& folder);

/// Returns how the compiler makes the answer's object in one call, with an empty hash for the
/// object. It may be another one than `opt` and the compiler make in turn. `visible` is that of a
/// merged program. None if a flag for `opt` is none for the compiler, or isn't allowed.
std::optional<ObjectRecipe> RecipeOf(const Answer& answer, const std::string& visible = {});

/// A tuned object that one call of the compiler has made.
struct MadeObject {
  Hash128 key;       ///< of the unit or the merged program
  Hash128 contents;  ///< of the object
};

/// A file of a build, and the answer that was found for it.
struct PlannedFile {
  Answer answer;
  std::optional<std::uint64_t> before{};  ///< text + data of the plain file, in bytes
  std::optional<std::uint64_t> after{};   ///< of the tuned one
  std::optional<MadeObject> made{};       ///< none: the answer has to be tried
};

/// The answers for the files of a project, by their paths from its folder. People keep it as a file
/// with their sources (docs/build.md).
struct BuildPlan {
  int llvm = 0;                                 ///< major version
  std::map<std::string, PlannedFile> units;     ///< by object
  std::map<std::string, PlannedFile> programs;  ///< linked files that were tuned as one module
  std::map<std::string, Hash128> plain{};       ///< keys of units that stayed plain, by object
  /// Objects and linked files that the check failed with.
  std::set<std::string> rejected{};
};

/// Returns the plan as JSON. Equal plans have equal texts.
std::string BuildPlanText(const BuildPlan& plan);

/// Reads a plan. Passes and flags are checked by those who run them. Errors: those of `ReadText`;
/// `kBadInput` if it is no plan of this version.
Result<BuildPlan> ReadBuildPlan(const std::filesystem::path& file);

}  // namespace autotune
