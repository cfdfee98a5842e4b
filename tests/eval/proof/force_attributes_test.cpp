#include "eval/proof/force_attributes.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/process/subprocess.h"
#include "support/llvm_tools.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const SizeAttributes kMinSize{.optsize = true, .minsize = true};
const SizeAttributes kOptSize{.optsize = true};

constexpr const char* kTwo = R"(
source_filename = "two.c"
define i32 @small(i32 %x) minsize optsize {
  ret i32 %x
}
define i32 @large(i32 %x) minsize optsize {
  ret i32 %x
}
)";

TEST(AttributesCsv, HasALineForEachAttribute) {
  const std::vector<FunctionAttributes> functions = {
      {"a", kMinSize, kMinSize},
      {"b", kMinSize, {.optsize = true, .no_jump_tables = true}},
      {"c", kMinSize, {}},
      {"d", {}, {.no_outline = true, .preserve_none = true}},
      {"e", {.tune_cpu = "generic"}, {.no_frame_pointer = true, .tune_cpu = "bdver2"}},
      {"f",
       {.no_frame_pointer = true, .tune_cpu = "k8"},
       {.no_frame_pointer = true, .tune_cpu = "k8"}}};
  const auto csv = AttributesCsv(functions);
  ASSERT_TRUE(csv.ok());
  EXPECT_EQ(*csv,
            "a,minsize\na,optsize\nb,optsize\nb,no-jump-tables=true\nd,nooutline=true\n"
            "d,autotune-convention=preserve_nonecc\n"
            "e,frame-pointer=none\ne,tune-cpu=bdver2\n");
}

TEST(AttributesCsv, RefusesNamesThatTheFileCantHold) {
  for (const char* name : {"", "-[A b,c:]", "two\nlines"}) {
    const std::vector<FunctionAttributes> functions = {{name, kMinSize, kOptSize}};
    const auto csv = AttributesCsv(functions);
    ASSERT_FALSE(csv.ok()) << name;
    EXPECT_EQ(csv.error().code, ErrorCode::kInvalidArgument);
  }
  const std::vector<FunctionAttributes> without = {{"a,b", {}, {}}};
  EXPECT_TRUE(AttributesCsv(without).ok());  // there is nothing to say of it
  const std::vector<FunctionAttributes> others = {{"", {}, kMinSize}, {"f", {}, kOptSize}};
  EXPECT_EQ(*AttributesCsv(others), "f,optsize\n") << "one that came without goes without";
}

TEST(ForceAttributes, StockOptGivesEachFunctionItsOwn) {
  const std::vector<FunctionAttributes> functions = {
      {"small", kMinSize, kMinSize},
      {"large", kMinSize, {.optsize = true, .no_jump_tables = true}}};
  const Budget budget{Budget::Limits{}};
  const auto text =
      ForceAttributes(kTwo, *AttributesCsv(functions), "two.ll", {.text = true}, budget);
  ASSERT_TRUE(text.ok()) << text.error().message;
  EXPECT_THAT(*text, testing::StartsWith("; ModuleID = '<stdin>'\n"));
  EXPECT_THAT(*text, HasSubstr("{ minsize optsize }"));
  EXPECT_THAT(*text, HasSubstr("{ optsize \"no-jump-tables\"=\"true\" }"));
}

TEST(ForceAttributes, FramePointersAndUnwindTablesGo) {
  const std::string ir =
      "define i32 @f(i32 %x) uwtable \"frame-pointer\"=\"all\" {\n  ret i32 %x\n}\n";
  const std::vector<FunctionAttributes> functions = {{"f", {}, {.no_frame_pointer = true}}};
  const std::string csv = *AttributesCsv(functions);
  const Budget budget{Budget::Limits{}};
  for (const bool tables_go : {false, true}) {
    const ForceOptions options{.text = true, .no_unwind_tables = tables_go};
    const auto text = ForceAttributes(ir, csv, "f.ll", options, budget);
    ASSERT_TRUE(text.ok()) << text.error().message;
    EXPECT_THAT(*text, HasSubstr("\"frame-pointer\"=\"none\""));
    EXPECT_EQ(text->find("uwtable") == text->npos, tables_go);
  }
}

TEST(ForceAttributes, ThePrintedPipeDoesTheSame) {
  const std::vector<FunctionAttributes> functions = {{"small", kMinSize, kOptSize},
                                                     {"large", kMinSize, kMinSize}};
  const std::string csv = *AttributesCsv(functions);
  const Budget budget{Budget::Limits{}};
  const auto bitcode = ForceAttributes(kTwo, csv, "two.ll", {}, budget);
  ASSERT_TRUE(bitcode.ok()) << bitcode.error().message;
  TestDirectory directory;
  const auto input = directory.Write("two words.ll", kTwo);
  const auto file = directory.Write("the attributes.csv", csv);
  const auto output = directory.path() / "out put.bc";
  const std::string command =
      "cat " + ShellQuote(input.string()) + " | " +
      ForceAttributesCommand(ForceOptions().opt_program, file, output, false);
  const auto run = RunSubprocess({"/bin/sh", "-c", command}, {}, budget);
  ASSERT_TRUE(run.ok() && run->Succeeded()) << command << '\n' << run->error_output;
  EXPECT_TRUE(directory.Read("out put.bc") == *bitcode);
}

TEST(ForceAttributes, SaysWhatOptSays) {
  const Budget budget{Budget::Limits{}};
  const auto broken = ForceAttributes("broken", "", "my.bc", {}, budget);
  ASSERT_FALSE(broken.ok());
  EXPECT_THAT(broken.error().message, AllOf(HasSubstr("my.bc"), Not(HasSubstr("\n"))));
}

}  // namespace
}  // namespace autotune
