#include "dataset/recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kHead[] = "name = 'n'\nsource = 's'\nlicence = 'l'\n";
constexpr char kPackage[] =
    "[[package]]\nname = 'a'\nversion = '1'\narchive = 'pool/a.tar'\nsha256 = 'x'\n";

Result<Recipe> ReadRecipeText(const std::string& text) {
  const TestDirectory directory;
  return ReadRecipe(directory.Write("r.toml", text));
}

void ExpectRefusedRecipe(const std::string& text, const std::string& why) {
  const Result<Recipe> recipe = ReadRecipeText(text);
  ASSERT_FALSE(recipe.ok()) << text;
  EXPECT_EQ(recipe.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(recipe.error().message, HasSubstr("r.toml"));
  EXPECT_THAT(recipe.error().message, HasSubstr(why));
}

TEST(Recipe, IsReadWhole) {
  const Result<Recipe> recipe =
      ReadRecipeText(std::string(kHead) + kPackage +
                     "split = 'test'\nfamily = 'f'\nprepare = './configure'\n"
                     "flags = ['-DA']\nunits = ['*.c']\nexclude = ['b.c']\n"
                     "limit = 3\n[[package.program]]\nname = 'p'\nfiles = ['m.c']");
  ASSERT_TRUE(recipe.ok()) << recipe.error().message;
  ASSERT_EQ(recipe->packages.size(), 1u);
  const RecipePackage& package = recipe->packages.front();
  EXPECT_EQ(package.archive, "pool/a.tar");
  EXPECT_EQ(package.family, "f");
  EXPECT_EQ(package.split, Split::kTest);
  EXPECT_EQ(package.prepare, "./configure");
  EXPECT_EQ(package.limit, 3u);
  EXPECT_THAT(package.flags, ElementsAre("-DA"));
  EXPECT_THAT(package.units.exclude, ElementsAre("b.c"));
  ASSERT_EQ(package.programs.size(), 1u);
  EXPECT_THAT(package.programs.front().selection.files, ElementsAre("m.c"));
}

TEST(Recipe, RefusesMistakes) {
  const std::string package = kPackage;
  const std::string units = "split = 'train'\nunits = ['*.c']\n";
  ExpectRefusedRecipe("name = ", "line 1");
  ExpectRefusedRecipe(kHead, "'package' is missing");
  ExpectRefusedRecipe(kHead + package + units + "unit = []", "'unit' is not known");
  ExpectRefusedRecipe(kHead + package + "units = ['*.c']", "'split' is missing");
  ExpectRefusedRecipe(kHead + package + "split = 'training'\nunits = ['*.c']", "'split'");
  ExpectRefusedRecipe(kHead + package + "split = 'train'", "'units'");
  ExpectRefusedRecipe(kHead + package + units + "limit = 0", "'limit'");
  ExpectRefusedRecipe(kHead + package + units + "flags = '-DA'", "'flags' is no list");
  ExpectRefusedRecipe(kHead + package + units + "[[package.program]]\nname = 'p'", "'files'");
  ExpectRefusedRecipe(kHead + package + units + package + units, "twice");
}

// They become parts of paths that are written to, or read from.
TEST(Recipe, NamesStayInTheirFolders) {
  const std::string units = "split = 'train'\nunits = ['*.c']\n";
  for (const std::string name : {"../a", "/a", "a/b", "..", ".", "-a", "", "a b", ".hidden"}) {
    ExpectRefusedRecipe(std::string(kHead) + "[[package]]\nname = '" + name +
                            "'\nversion = '1'\narchive = 'a'\nsha256 = 'x'\n" + units,
                        "'name'");
    ExpectRefusedRecipe(std::string(kHead) +
                            "[[package]]\nname = 'a'\nversion = '1'\narchive = 'a'\n" +
                            "sha256 = '" + name + "'\n" + units,
                        "'sha256'");
    ExpectRefusedRecipe(std::string(kHead) + kPackage + units + "[[package.program]]\nname = '" +
                            name + "'\nfiles = ['m.c']",
                        "'name'");
  }
  for (const std::string folder : {"../a", "/a", "a/../../b"}) {
    ExpectRefusedRecipe(
        std::string(kHead) + "[[package]]\nname = 'a'\nfolder = '" + folder + "'\n" + units,
        "'folder'");
  }
}

TEST(Recipe, KeepsAFamilyInOneSplit) {
  ExpectRefusedRecipe(
      std::string(kHead) + kPackage +
          "split = 'train'\nunits = ['*.c']\n[[package]]\nname = 'b'\nversion = '1'\n"
          "archive = 'b'\nsha256 = 'y'\nfamily = 'a'\nsplit = 'test'\nunits = ['*.c']",
      "family 'a' is in train and in test");
}

TEST(Selects, KnowsOneFolderFromMany) {
  const FileSelection selection{.files = {"src/*.c", "lib/**.c"}, .exclude = {"**/test_*.c"}};
  EXPECT_TRUE(Selects(selection, "src/a.c"));
  EXPECT_FALSE(Selects(selection, "src/b/a.c"));
  EXPECT_TRUE(Selects(selection, "lib/b/a.c"));
  EXPECT_FALSE(Selects(selection, "lib/b/test_a.c"));
  EXPECT_FALSE(Selects(selection, "a.c"));
}

}  // namespace
}  // namespace autotune
