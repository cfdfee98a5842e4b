// The recipes that come with the program.

#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dataset/recipe.h"

namespace autotune {
namespace {

Recipe ReadShipped(const std::string& name) {
  Result<Recipe> recipe = ReadRecipe(AUTOTUNE_RECIPES + name + ".toml");
  EXPECT_TRUE(recipe.ok()) << recipe.error().message;
  return *std::move(recipe);
}

TEST(DebianRecipe, HasSomethingForEverySplit) {
  std::map<Split, std::size_t> packages;
  std::size_t test_programs = 0;
  for (const RecipePackage& package : ReadShipped("debian-c").packages) {
    ++packages[package.split];
    const bool test = package.split == Split::kTest;
    EXPECT_EQ(package.units.files.empty(), test) << package.name;
    EXPECT_EQ(package.programs.empty(), !test) << package.name;
    test_programs += package.programs.size();
  }
  EXPECT_GE(packages[Split::kTrain], 10u);
  EXPECT_GE(packages[Split::kValidation], 5u);
  EXPECT_GE(test_programs, 20u);
}

TEST(DebianCxxRecipe, IsForLearningFrom) {
  std::map<Split, std::size_t> packages;
  for (const RecipePackage& package : ReadShipped("debian-cxx").packages) {
    ++packages[package.split];
    EXPECT_FALSE(package.units.files.empty()) << package.name;
  }
  EXPECT_GE(packages[Split::kTrain], 10u);
  EXPECT_GE(packages[Split::kValidation], 5u);
  EXPECT_EQ(packages[Split::kTest], 0u);
}

// What is trained on one set may be judged by the other.
TEST(DebianRecipes, HaveNoPackageInTwoSplits) {
  std::map<std::string, Split> split_of;
  for (const char* name : {"debian-c", "debian-cxx"}) {
    for (const RecipePackage& package : ReadShipped(name).packages) {
      // An archive under another name is the same package still.
      for (const std::string& key : {package.name, package.archive, package.family}) {
        if (key.empty()) continue;
        const auto [place, added] = split_of.emplace(key, package.split);
        EXPECT_EQ(place->second, package.split) << key;
      }
    }
  }
}

TEST(DebianRecipes, PinWhatTheyTake) {
  for (const char* name : {"debian-c", "debian-cxx"}) {
    for (const RecipePackage& package : ReadShipped(name).packages) {
      if (!package.folder.empty()) continue;
      EXPECT_THAT(package.sha256, testing::MatchesRegex("[0-9a-f]{64}")) << package.name;
      EXPECT_THAT(package.archive, testing::StartsWith("pool/main/")) << package.name;
      EXPECT_FALSE(package.version.empty()) << package.name;
    }
  }
}

}  // namespace
}  // namespace autotune
