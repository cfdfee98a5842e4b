// Quick mode of the plugin, as stock `opt` loads it.

#include <cstdlib>
#include <map>
#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/llvm_tools.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class QuickPass : public testing::Test {
 protected:
  QuickPass() {
    Run(Clang(" -g -w -Oz -Xclang -disable-llvm-passes -emit-llvm -S -o in.ll " EXAMPLES
              "/calc.c"));
  }

  /// Runs a shell command in the folder and returns its standard error.
  std::string Run(const std::string& command) {
    EXPECT_EQ(
        std::system(
            ("cd '" + directory_.path().string() + "' && { " + command + "; } 2> stderr").c_str()),
        0)
        << command << '\n'
        << directory_.Read("stderr");
    return directory_.Read("stderr");
  }

  std::string Apply(const std::string& passes, const std::string& output) {
    return Run(Opt(" -load-pass-plugin=" PLUGIN " -passes='" + passes + "' -S in.ll -o " + output));
  }

  /// Returns the instructions of each function after these passes.
  std::map<std::string, int> Count(const std::string& passes) {
    const std::string listing = Apply(passes + ",function(print<func-properties>)", "counted.ll");
    static const std::regex kRow(
        "Printing analysis results of CFA for function '([^']*)'[^]*?TotalInstructionCount: "
        "(\\d+)");
    std::map<std::string, int> counts;
    for (std::sregex_iterator row(listing.begin(), listing.end(), kRow), end; row != end; ++row) {
      counts[(*row)[1]] = std::stoi((*row)[2]);
    }
    return counts;
  }

  std::string Read(const std::string& name) { return directory_.Read(name); }

  TestDirectory directory_;
};

TEST_F(QuickPass, GivesTheSameModuleAgain) {
  EXPECT_THAT(Apply("default<Oz>,autotune-quick", "first.ll"), IsEmpty());
  EXPECT_THAT(Apply("default<Oz>,autotune-quick", "second.ll"), IsEmpty());
  EXPECT_EQ(Read("first.ll"), Read("second.ll"));
  EXPECT_THAT(Read("first.ll"), HasSubstr("!DISubprogram("));
}

TEST_F(QuickPass, ListsMakeNoFunctionLarger) {
  const std::map<std::string, int> before = Count("default<Oz>");
  const std::map<std::string, int> after = Count("default<Oz>,autotune-quick");
  ASSERT_FALSE(before.empty());
  ASSERT_EQ(after.size(), before.size());
  int gain = 0;
  for (const auto& [name, instructions] : after) {
    EXPECT_LE(instructions, before.at(name)) << name;
    gain += before.at(name) - instructions;
  }
  EXPECT_GT(gain, 0);
}

TEST_F(QuickPass, KeepsAListOnlyIfItMakesTheFunctionSmaller) {
  directory_.Write("lists.txt", "# larger, then smaller\nreg2mem\nmem2reg\n");
  Apply("autotune-quick<lists.txt>,strip", "both.ll");
  directory_.Write("lists.txt", "mem2reg");
  Apply("autotune-quick<lists.txt>,strip", "smaller.ll");
  EXPECT_EQ(Read("both.ll"), Read("smaller.ll"));
  Apply("function(mem2reg),strip", "mem2reg.ll");
  EXPECT_EQ(Read("smaller.ll"), Read("mem2reg.ll"));
}

TEST_F(QuickPass, LeavesValidModulesWithDebugInformation) {
  directory_.Write("lists.txt", "sroa,reg2mem\nsroa\nsimplifycfg,reg2mem\nsimplifycfg,early-cse\n");
  EXPECT_THAT(Apply("autotune-quick<lists.txt>,verify", "out.ll"), IsEmpty());
  EXPECT_THAT(Run(Opt(" -load-pass-plugin=" PLUGIN
                      " -passes='default<Oz>,autotune-quick' -verify-each in.ll -o out.bc")),
              IsEmpty());
}

TEST_F(QuickPass, LeavesNothingOfAListThatIsNotKept) {
  directory_.Write("in.ll", R"(
@s = private constant [4 x i8] c"hi\0A\00"
declare i32 @printf(ptr, ...)
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 1, %entry ], [ 2, %a ]
  %r = call i32 (ptr, ...) @printf(ptr @s)
  ret i32 %p
}
)");
  directory_.Write("lists.txt", "instcombine<no-verify-fixpoint>,reg2mem");
  Apply("autotune-quick<lists.txt>", "out.ll");
  Apply("function(instcombine<no-verify-fixpoint>)", "puts.ll");
  EXPECT_THAT(Read("puts.ll"), HasSubstr("@puts"));
  EXPECT_THAT(Read("out.ll"), Not(HasSubstr("@puts")));
  EXPECT_THAT(Read("out.ll"), HasSubstr("@printf(ptr @s)"));
}

TEST_F(QuickPass, LeavesFunctionsWhoseBlocksHaveAnAddress) {
  directory_.Write("in.ll", R"(
@next = global ptr blockaddress(@f, %b)
define i32 @f(i32 %x) {
entry:
  %zero = add i32 %x, 0
  %next = load ptr, ptr @next
  indirectbr ptr %next, [label %b]
b:
  ret i32 %zero
}
)");
  directory_.Write("lists.txt", "instcombine<no-verify-fixpoint>");
  Apply("autotune-quick<lists.txt>", "out.ll");
  EXPECT_THAT(Read("out.ll"), HasSubstr("add i32 %x, 0"));
  EXPECT_THAT(Read("out.ll"), HasSubstr("blockaddress(@f, %b)"));
}

TEST_F(QuickPass, RefusesAFileThatHasNoLists) {
  const std::string opt = "! " + Opt(" -load-pass-plugin=" PLUGIN " -S in.ll -o out.ll -passes=");
  EXPECT_THAT(Run(opt + "'autotune-quick<missing.txt>'"), HasSubstr("missing.txt"));
  directory_.Write("lists.txt", "no-pass");
  EXPECT_THAT(Run(opt + "'autotune-quick<lists.txt>'"), HasSubstr("no-pass"));
  EXPECT_THAT(Run(opt + "'autotune-quick<some>'"), HasSubstr("some"));
  directory_.Write("lists.txt", "# none\n");
  EXPECT_THAT(Run(opt + "'autotune-quick<lists.txt>'"), HasSubstr("it has no list"));
}

}  // namespace
}  // namespace autotune
