#include "project/user_build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project/unit_tuner.h"

namespace autotune {
namespace {

using testing::ElementsAre;

TEST(WithOurCompilers, NamesThemToMakeBeforeTheUsersWords) {
  EXPECT_THAT(
      WithOurCompilers({"make", "-j2", "CC=mine"}, "/bin"),
      ElementsAre("make", "CC=/bin/autotune-cc", "CXX=/bin/autotune-c++", "-j2", "CC=mine"));
  EXPECT_THAT(WithOurCompilers({"/usr/bin/gmake"}, "/b"),
              ElementsAre("/usr/bin/gmake", "CC=/b/autotune-cc", "CXX=/b/autotune-c++"));
}

TEST(WithOurCompilers, LeavesOtherCommandsAlone) {
  EXPECT_THAT(WithOurCompilers({"cmake", "--build", "make"}, "/bin"),
              ElementsAre("cmake", "--build", "make"));
}

TEST(CodeModelOfWords, KnowsSections) {
  EXPECT_EQ(CodeModelOf({"-Oz", "-fPIC"}), CodeModel());
  const CodeModel model =
      CodeModelOf({"-ffunction-sections", "-fdata-sections", "-fno-data-sections"});
  EXPECT_TRUE(model.function_sections);
  EXPECT_FALSE(model.data_sections);
}

}  // namespace
}  // namespace autotune
