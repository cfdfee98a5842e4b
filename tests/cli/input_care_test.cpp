#include "cli/input_care.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  EXPECT_THAT(*InputWarnings("a b.bc", program),
              ElementsAre(AllOf(
                  HasSubstr("every function is optnone"),
                  HasSubstr("opt-19 -passes=forceattrs -force-remove-attribute=optnone "
                            "-force-remove-attribute=noinline 'a b.bc' -o 'a b.stripped.bc'"))));
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

TEST(ReadProgram, GivesTheBytesOrOneReason) {
  const TestDirectory directory;
  EXPECT_EQ(*ReadProgram(directory.Write("a.bc", std::string_view("B\0C", 3))),
            std::string_view("B\0C", 3));
  EXPECT_THAT(ReadProgram(directory.Write("empty.bc", "")).error().message, HasSubstr("is empty"));
  EXPECT_THAT(ReadProgram(directory.path()).error().message, HasSubstr("is a directory"));
  EXPECT_THAT(ReadProgram("/dev/null").error().message, HasSubstr("no regular file"));
  EXPECT_EQ(ReadProgram(directory.path() / "none.bc").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace autotune
