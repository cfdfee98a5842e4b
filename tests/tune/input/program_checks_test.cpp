#include "tune/input/program_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/llvm_tools.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ProgramInfo Ordinary() {
  ProgramInfo program;
  program.target_triple = "x86_64-pc-linux-gnu";
  program.has_data_layout = true;
  program.functions = 10;
  return program;
}

TEST(InputWarnings, AreSilentAboutAnOrdinaryProgram) {
  EXPECT_THAT(*InputWarnings("a.bc", Ordinary()), IsEmpty());
}

TEST(InputWarnings, ShowHowToStripOptnone) {
  ProgramInfo program = Ordinary();
  program.optnone_functions = program.noinline_functions = 10;
  EXPECT_THAT(
      *InputWarnings("a b.bc", program),
      ElementsAre(
          AllOf(HasSubstr("every function is optnone"),
                HasSubstr(Opt(" -passes=forceattrs -force-remove-attribute=optnone "
                              "-force-remove-attribute=noinline 'a b.bc' -o 'a b.stripped.bc'")))));
  EXPECT_THAT(*InputWarnings("@a.bc", program),
              ElementsAre(HasSubstr(" ./@a.bc -o ./@a.stripped.bc")));
  program.optnone_functions = 3;
  EXPECT_THAT(*InputWarnings("a.bc", program),
              ElementsAre(HasSubstr("3 of 10 functions are optnone")));
}

TEST(InputWarnings, NameWhatIsOdd) {
  ProgramInfo program;
  program.functions = program.noinline_functions = 2;
  EXPECT_THAT(*InputWarnings("a.bc", program),
              ElementsAre(HasSubstr("noinline"), HasSubstr("no target triple"),
                          HasSubstr("no data layout")));
}

TEST(InputWarnings, RefuseAModuleWithoutBodies) {
  ProgramInfo program = Ordinary();
  program.functions = 0;
  const auto warnings = InputWarnings("a.bc", program);
  ASSERT_FALSE(warnings.ok());
  EXPECT_THAT(warnings.error().message, HasSubstr("nothing to optimise"));
}

TEST(MemoryWarning, NamesTheMemoryThatIsNeeded) {
  constexpr std::uint64_t kMiB = 1 << 20;
  EXPECT_EQ(MemoryWarning("a.bc", kMiB, 2, 1000 * kMiB), std::nullopt);
  EXPECT_THAT(MemoryWarning("a.bc", kMiB, 2, 100 * kMiB).value_or(""),
              HasSubstr("'a.bc' needs about 138 MiB of memory, and there are 100 MiB"));
  EXPECT_EQ(MemoryWarning("a.ll", kMiB, 2, 100 * kMiB), std::nullopt);
}

}  // namespace
}  // namespace autotune
