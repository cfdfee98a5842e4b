// Calling conventions of functions, as stock `opt` gives them with the plugin.

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/llvm_tools.h"
#include "support/test_directory.h"

namespace autotune {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kTarget = "target triple = \"x86_64-pc-linux-gnu\"\n";

/// Has `opt` give the functions of a module the conventions that they name. Returns the module.
std::string Given(const std::string& ir, const std::string& target = kTarget) {
  const TestDirectory directory;
  directory.Write("in.ll", target + ir + "attributes #0 = { " +
                               R"("autotune-convention"="preserve_nonecc" })" + "\n");
  const std::string command = "cd '" + directory.path().string() + "' && " +
                              Opt(" -load-pass-plugin=" PLUGIN " -passes=autotune-conventions") +
                              " -S in.ll -o out.ll 2> err";
  EXPECT_EQ(std::system(command.c_str()), 0) << directory.Read("err");
  return directory.Read("out.ll");
}

constexpr const char* kLocal = "define internal fastcc i32 @f(i32 %x) #0 {\n  ret i32 %x\n}\n";

/// A function that calls `@f`, between other lines.
std::string Caller(const std::string& before = "", const std::string& call = "call fastcc i32") {
  return "define i32 @caller(i32 %x, ptr %p) {\n" + before + "  %y = " + call +
         " @f(i32 %x)\n  ret i32 %y\n}\n";
}

TEST(ConventionsPass, ChangesAFunctionAndItsCalls) {
  const std::string module = Given(kLocal + Caller());
  EXPECT_THAT(module, HasSubstr("define internal preserve_nonecc i32 @f("));
  EXPECT_THAT(module, HasSubstr("call preserve_nonecc i32 @f("));
  EXPECT_THAT(module, Not(HasSubstr("autotune-convention")));
  EXPECT_THAT(module, HasSubstr("define i32 @caller("));
}

TEST(ConventionsPass, ChangesInvokesToo) {
  const std::string module =
      Given(kLocal + std::string("declare i32 @personality(...)\n"
                                 "define i32 @caller(i32 %x) personality ptr @personality {\n"
                                 "  %y = invoke fastcc i32 @f(i32 %x) to label %a unwind label %b\n"
                                 "a:\n  ret i32 %y\nb:\n  %l = landingpad { ptr, i32 } cleanup\n"
                                 "  ret i32 0\n}\n"));
  EXPECT_THAT(module, HasSubstr("invoke preserve_nonecc i32 @f("));
}

TEST(ConventionsPass, LeavesFunctionsAloneThatOthersMayCall) {
  const auto is_kept = [](const std::string& ir, const std::string& target = kTarget) {
    const std::string module = Given(ir, target);
    EXPECT_THAT(module, Not(HasSubstr("preserve_none"))) << module;
    EXPECT_THAT(module, Not(HasSubstr("autotune-convention"))) << module;
  };
  is_kept("define i32 @f(i32 %x) #0 {\n  ret i32 %x\n}\n");
  is_kept(kLocal + Caller() + "@pointer = global ptr @f\n");
  is_kept(kLocal + Caller("  store ptr @f, ptr %p\n"));
  is_kept("define internal i32 @f(i32 %x, ...) #0 {\n  ret i32 %x\n}\n" +
          Caller("", "call i32 (i32, ...)"));
  is_kept("define internal i32 @f(i32 inreg %x) #0 {\n  ret i32 %x\n}\n" + Caller("", "call i32"));
  is_kept("define internal void @f(ptr sret(i64) %x) #0 {\n  ret void\n}\n");
  for (const char* other : {"i128", "[2 x i32]", "<4 x i32>", "x86_fp80"}) {
    is_kept("define internal i32 @f(i32 %x, " + std::string(other) + ") #0 {\n  ret i32 %x\n}\n");
  }
  is_kept("define internal i32 @f(i32 %x, i8, i8, i8, i8, i8, i8, i8, i8) #0 {\n  ret i32 %x\n}\n");
  is_kept(
      "define internal i32 @f(i32 %x) naked \"autotune-convention\"=\"preserve_nonecc\" {\n"
      "  unreachable\n}\n" +
      Caller("", "call i32"));
  is_kept(kLocal + Caller("", "call i32"));  // which is undefined
  is_kept(kLocal + Caller() +
          "define i32 @other(i32 %x) {\n  %y = call fastcc i32 @f(i32 %x) [ \"deopt\"() ]\n"
          "  ret i32 %y\n}\n");
  for (const char* other : {"aarch64-linux-gnu", "riscv32", "thumbv7m-none-eabi", "i686-linux-gnu",
                            "x86_64-pc-windows"})
    is_kept(kLocal + Caller(), "target triple = \"" + std::string(other) + "\"\n");
  is_kept(kLocal + Caller(), "");
}

TEST(ConventionsPass, LeavesFunctionsAloneWhoseCallersAreSpecial) {
  for (const char* before :
       {"  %n = alloca i8, i32 %x\n", "  %a = alloca i64, align 32\n",
        "  %v = load <8 x i32>, ptr %p\n", "  call void asm sideeffect \"\", \"~{rsp}\"()\n"}) {
    EXPECT_THAT(Given(kLocal + Caller(before)), Not(HasSubstr("preserve_none"))) << before;
  }
  EXPECT_THAT(Given(kLocal + Caller("  %a = alloca i64, align 16\n")), HasSubstr("preserve_none"));
  EXPECT_THAT(Given(kLocal + Caller("  call void asm sideeffect \"\", \"~{rbx}\"()\n")),
              HasSubstr("preserve_none"));
  for (const char* attribute : {"noinline optnone", "alignstack(32)", "\"stackrealign\""}) {
    std::string caller = Caller();
    caller.insert(caller.find('{'), attribute + std::string(" "));
    EXPECT_THAT(Given(kLocal + caller), Not(HasSubstr("preserve_none"))) << attribute;
  }
  EXPECT_THAT(Given("define internal i32 @f(i32 %x) #0 {\n  ret i32 %x\n}\n"
                    "define i32 @caller(i32 %x) {\n  %y = musttail call i32 @f(i32 %x)\n"
                    "  ret i32 %y\n}\n"),
              Not(HasSubstr("preserve_none")));
}

TEST(ConventionsPass, PlansGiveThemAtTheirEnd) {
  const TestDirectory directory;
  directory.Write("in.ll", kTarget +
                               std::string("define internal i32 @f(i32 %x) {\n"
                                           "  ret i32 %x\n}\n") +
                               Caller("", "call i32"));
  const auto apply = [&](const std::string& rest) {
    directory.Write("plan.json", R"({"version": 1, "phases": [{"attributes": [
      {"name": "f", "attributes": ["minsize", "autotune-convention=preserve_nonecc"]}]})" +
                                     rest + "]}");
    const std::string command = "cd '" + directory.path().string() + "' && " +
                                Opt(" -load-pass-plugin=" PLUGIN
                                    " -passes='autotune-plan<plan.json;strict>' -S in.ll"
                                    " -o out.ll 2> err");
    return std::system(command.c_str()) == 0;
  };
  ASSERT_TRUE(apply(""));
  EXPECT_THAT(directory.Read("out.ll"), HasSubstr("define internal preserve_nonecc i32 @f("));
  EXPECT_THAT(directory.Read("out.ll"), HasSubstr("call preserve_nonecc i32 @f("));
  EXPECT_FALSE(apply(R"(, {"module": "globaldce"})"));
  EXPECT_THAT(directory.Read("err"), HasSubstr("follows one that gives calling conventions"));
}

TEST(ConventionsPass, KnowsNoOtherConvention) {
  const std::string module = Given(
      "define internal i32 @f(i32 %x) \"autotune-convention\"=\"ghccc\" {\n  ret i32 %x\n}\n" +
      Caller("", "call i32"));
  EXPECT_THAT(module, HasSubstr("define internal i32 @f("));
  EXPECT_THAT(module, Not(HasSubstr("autotune-convention")));
}

}  // namespace
}  // namespace autotune
