#include "core/code_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autotune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CodeModel, IsDescribedInOneLine) {
  EXPECT_EQ(Describe({}), "default");
  EXPECT_EQ(Describe({.relocation = Relocation::kPic}), "pic");
  EXPECT_EQ(Describe({Relocation::kStatic, "cortex-m4", "+dsp,-fpu", true, true}),
            "static, cortex-m4, +dsp,-fpu, function-sections, data-sections");
}

TEST(CodeModel, IsWhatLlcTakes) {
  EXPECT_THAT(LlcFlags({}), IsEmpty());
  EXPECT_THAT(LlcFlags({Relocation::kDynamicNoPic, "cortex-m4", "+dsp", true, true}),
              ElementsAre("-relocation-model=dynamic-no-pic", "-mcpu=cortex-m4", "-mattr=+dsp",
                          "-function-sections", "-data-sections"));
}

}  // namespace
}  // namespace autotune
