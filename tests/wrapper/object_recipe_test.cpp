#include "wrapper/object_recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/file.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;

using testing::AllOf;
using testing::Contains;

ObjectRecipe SomeRecipe() {
  return {.object = HashBytes("object"), .plan = "{\n\"phases\": []\n}\n", .words = {"-a", ""}};
}

TEST(ObjectRecipe, ItsTextHoldsAllOfIt) {
  const auto read = ReadObjectRecipe(ObjectRecipeText(SomeRecipe()));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->object, SomeRecipe().object);
  EXPECT_EQ(read->plan, SomeRecipe().plan);
  EXPECT_EQ(read->words, SomeRecipe().words);
  for (const std::string text : {"", "autotune recipe 1", "autotune recipe 2"}) {
    EXPECT_FALSE(ReadObjectRecipe(text)) << text;
  }
}

class MakeTunedTest : public testing::Test {
 protected:
  MakeTunedTest() {
    EXPECT_TRUE(folder_.Create());
    EXPECT_TRUE(folder_.Replace(folder_.Recipe(key_), ObjectRecipeText(SomeRecipe())));
  }

  /// Lets a compiler make an object of these contents.
  Result<bool> Make(const std::string& contents) {
    return MakeTuned(unit_, key_, folder_, [&](const std::vector<std::string>& words) -> Status {
      words_ = words;
      if (contents.empty()) return Error{ErrorCode::kBadInput, "it fails"};
      return folder_.Replace(words.back(), contents);
    });
  }

  TestDirectory directory_;
  const UnitFolder folder_{directory_.path()};
  const RecordedUnit unit_{.module = HashBytes("module"),
                           .folder = directory_.path(),
                           .source = "a.c",
                           .output = "a.o",
                           .compiler = {"clang"},
                           .code_words = {"-Oz"}};
  const Hash128 key_ = unit_.key();
  std::vector<std::string> words_;
};

TEST_F(MakeTunedTest, KeepsTheObjectThatTheRecipeNames) {
  const Result<bool> made = Make("object");
  ASSERT_TRUE(made);
  EXPECT_TRUE(*made);
  EXPECT_EQ(*ReadFile(folder_.Tuned(key_)), "object");
  EXPECT_THAT(words_, AllOf(Contains("clang"), Contains("-Oz"), Contains("-a"),
                            Contains(folder_.Module(unit_.module).string())));
  EXPECT_TRUE(Exists(folder_.Recipe(key_)));
}

TEST_F(MakeTunedTest, IsTriedOnceIfItMakesAnotherObject) {
  for (const std::string contents : {"another", ""}) {
    ASSERT_TRUE(folder_.Replace(folder_.Recipe(key_), ObjectRecipeText(SomeRecipe())));
    const Result<bool> made = Make(contents);
    ASSERT_TRUE(made);
    EXPECT_FALSE(*made);
    EXPECT_FALSE(Exists(folder_.Tuned(key_)));
    EXPECT_FALSE(Exists(folder_.Recipe(key_)));
  }
}

TEST_F(MakeTunedTest, OnlyRecipesOfObjectsThatAreThereStay) {
  folder_.ForgetRecipes();
  EXPECT_FALSE(Exists(folder_.Recipe(key_)));
  ASSERT_TRUE(folder_.Replace(folder_.Recipe(key_), ObjectRecipeText(SomeRecipe())));
  ASSERT_TRUE(folder_.Replace(folder_.Tuned(key_), "object"));
  folder_.ForgetRecipes();
  EXPECT_TRUE(Exists(folder_.Recipe(key_)));
}

TEST_F(MakeTunedTest, MakesNoObjectThatIsNotToBeUsed) {
  for (const fs::path& file : {folder_.Held(key_), folder_.Rejected(key_)}) {
    ASSERT_TRUE(folder_.Replace(file, "object"));
    const Result<bool> made = Make("object");
    ASSERT_TRUE(made);
    EXPECT_FALSE(*made);
    fs::remove(file);
  }
}

}  // namespace
}  // namespace autotune
