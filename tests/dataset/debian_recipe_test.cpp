// The recipe that comes with the program.

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dataset/recipe.h"

namespace autotune {
namespace {

TEST(DebianRecipe, HasNoPackageInTwoSplits) {
  const Result<Recipe> recipe = ReadRecipe(AUTOTUNE_DEBIAN_RECIPE);
  ASSERT_TRUE(recipe.ok()) << recipe.error().message;
  std::map<Split, std::size_t> packages;
  std::map<std::string, Split> split_of;
  std::size_t test_programs = 0;
  for (const RecipePackage& package : recipe->packages) {
    ++packages[package.split];
    // An archive under another name is the same package still.
    const auto [place, added] = split_of.emplace(package.archive, package.split);
    EXPECT_TRUE(added) << package.name;
    const bool test = package.split == Split::kTest;
    EXPECT_EQ(package.units.files.empty(), test) << package.name;
    EXPECT_EQ(package.programs.empty(), !test) << package.name;
    test_programs += package.programs.size();
  }
  EXPECT_GE(packages[Split::kTrain], 10u);
  EXPECT_GE(packages[Split::kValidation], 5u);
  EXPECT_GE(test_programs, 20u);
}

TEST(DebianRecipe, PinsWhatItTakes) {
  const Result<Recipe> recipe = ReadRecipe(AUTOTUNE_DEBIAN_RECIPE);
  ASSERT_TRUE(recipe.ok()) << recipe.error().message;
  for (const RecipePackage& package : recipe->packages) {
    if (!package.folder.empty()) continue;
    EXPECT_THAT(package.sha256, testing::MatchesRegex("[0-9a-f]{64}")) << package.name;
    EXPECT_THAT(package.archive, testing::StartsWith("pool/main/")) << package.name;
    EXPECT_FALSE(package.version.empty()) << package.name;
  }
}

}  // namespace
}  // namespace autotune
