#include "project/user_build.h"

#include <gtest/gtest.h>

#include "project/unit_tuner.h"

namespace autotune {
namespace {

TEST(WithOurCompilers, KeepsTheUsersFlags) {
  EXPECT_EQ(WithOurCompilers("", "/bin"), " -- CC=/bin/autotune-cc CXX=/bin/autotune-c++");
  EXPECT_EQ(WithOurCompilers("k -j2 -- A=1", "/b"),
            "k -j2 -- A=1 -- CC=/b/autotune-cc CXX=/b/autotune-c++");
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
