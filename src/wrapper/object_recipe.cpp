#include "wrapper/object_recipe.h"

#include <system_error>
#include <utility>

#include "core/file.h"
#include "core/own_program.h"
#include "wrapper/fields.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRecipeVersion = "autotune recipe 1";
constexpr std::size_t kFixedRecipeFields = 3;

std::optional<ObjectRecipe> RecipeIn(const fs::path& file) {
  const Result<std::string> text = ReadFile(file);
  return text ? ReadObjectRecipe(*text) : std::nullopt;
}

}  // namespace

std::string ClangPluginFlag() { return "-fpass-plugin=" + (OwnFolder() / kPluginFile).string(); }

std::string ObjectRecipeText(const ObjectRecipe& recipe) {
  std::vector<std::string> fields = {std::string(kRecipeVersion), ToHex(recipe.object),
                                     recipe.plan};
  fields.insert(fields.end(), recipe.words.begin(), recipe.words.end());
  return Joined(fields);
}

std::optional<ObjectRecipe> ReadObjectRecipe(std::string_view text) {
  const std::vector<std::string> fields = Fields(text);
  if (fields.size() < kFixedRecipeFields || fields.front() != kRecipeVersion) return std::nullopt;
  const std::optional<Hash128> object = FromHex(fields[1]);
  if (!object) return std::nullopt;
  return ObjectRecipe{*object, fields[2], {fields.begin() + kFixedRecipeFields, fields.end()}};
}

Status FollowRecipe(const ObjectRecipe& recipe, const RecordedUnit& unit, const fs::path& object,
                    const UnitFolder& folder, const RunWords& run) {
  TemporaryFiles files(folder);
  const fs::path plan = files.New(".json");
  if (const Status written = folder.Replace(plan, recipe.plan); !written) return written;
  std::vector<std::string> words = {"env", "-u", kRecordVariable,
                                    std::string(kPlanVariable) + '=' + plan.string()};
  std::vector<std::string> more = recipe.words;
  more.push_back(ClangPluginFlag());
  const std::vector<std::string> call = unit.CodeCall(folder.Module(unit.module), more, object);
  words.insert(words.end(), call.begin(), call.end());
  return RunIn(unit.folder, words, files.New(".txt"), run);
}

Result<bool> MakeTuned(const RecordedUnit& unit, const Hash128& key, const UnitFolder& folder,
                       const RunWords& run) {
  for (const fs::path& other : {folder.Tuned(key), folder.Held(key), folder.Rejected(key)}) {
    if (Exists(other)) return false;
  }
  const std::optional<ObjectRecipe> recipe = RecipeIn(folder.Recipe(key));
  if (!recipe) return false;
  TemporaryFiles files(folder);
  const fs::path object = files.New(".o");
  const Status made = FollowRecipe(*recipe, unit, object, folder, run);
  if (!made && made.error().code != ErrorCode::kBadInput) return made.error();
  const Result<std::string> bytes = made ? ReadFile(object) : Result<std::string>(made.error());
  std::error_code error;
  if (!bytes || HashBytes(*bytes) != recipe->object) {
    fs::remove(folder.Recipe(key), error);  // at worst it is tried again
    return false;
  }
  if (const Status kept = MoveFile(object, folder.Tuned(key)); !kept) return kept.error();
  return true;
}

}  // namespace autotune
