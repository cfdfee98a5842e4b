#include "tune/output/output_format.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

TEST(OutputFormat, TheModuleOfAnObjectIsNotTheInput) {
  EXPECT_EQ(ModuleOf("small.ll", "x.bc"), "small.ll");
  EXPECT_EQ(ModuleOf("out/x.o", "x.bc"), "out/x.best.bc");
  EXPECT_EQ(ModuleOf("x.o", "x.best.bc"), "x.best.best.bc");
}

}  // namespace
}  // namespace autotune
