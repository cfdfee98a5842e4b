#include "eval/worker/code_generator.h"

#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Target/TargetMachine.h>

#include "eval/worker/target.h"

namespace autotune::worker {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

class CodeModelTest : public testing::Test {
 protected:
  CodeModelTest() { [[maybe_unused]] static const bool initialized = (InitializeTargets(), true); }

  /// `level`: value of the module's `PIC Level` flag; none below 0.
  Result<CodeModel> Resolve(const std::string& triple, const CodeModel& asked = {},
                            int level = -1) {
    std::string ir = "target triple = \"" + triple + "\"\n";
    if (level >= 0) {
      ir += "!llvm.module.flags = !{!0}\n!0 = !{i32 8, !\"PIC Level\", i32 " +
            std::to_string(level) + "}\n";
    }
    llvm::SMDiagnostic diagnostic;
    const auto module = llvm::parseAssemblyString(ir, diagnostic, context_);
    return ResolveCodeModel(*module, asked);
  }

  std::string Refusal(const std::string& triple, const CodeModel& asked) {
    const Result<CodeModel> model = Resolve(triple, asked);
    if (model) return "";
    EXPECT_EQ(model.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(model.error().message, Not(HasSubstr("\n")));
    return model.error().message;
  }

  llvm::LLVMContext context_;
};

TEST_F(CodeModelTest, ThePicLevelDecidesByDefault) {
  constexpr char kLinux[] = "x86_64-unknown-linux-gnu";
  EXPECT_EQ(Resolve(kLinux)->relocation, Relocation::kStatic);
  EXPECT_EQ(Resolve(kLinux, {}, 0)->relocation, Relocation::kStatic);
  EXPECT_EQ(Resolve(kLinux, {}, 1)->relocation, Relocation::kPic);
  EXPECT_EQ(Resolve(kLinux, {}, 2)->relocation, Relocation::kPic);
  EXPECT_EQ(Resolve(kLinux, {.relocation = Relocation::kStatic}, 2)->relocation,
            Relocation::kStatic);
  EXPECT_EQ(Resolve(kLinux, {.relocation = Relocation::kPic})->relocation, Relocation::kPic);
}

TEST_F(CodeModelTest, TargetsWithOneModelHaveThatOne) {
  EXPECT_EQ(Resolve("msp430-none-elf", {}, 2)->relocation, Relocation::kStatic);
  EXPECT_EQ(Resolve("arm64-apple-macosx11.0.0")->relocation, Relocation::kPic);
}

TEST_F(CodeModelTest, KeepsWhatWasAskedFor) {
  const CodeModel asked{Relocation::kRopi, "cortex-m4", "+dsp,-fpregs", true, true};
  EXPECT_EQ(*Resolve("armv7m-none-eabi", asked), asked);
}

TEST_F(CodeModelTest, RefusesARelocationModelThatTheTargetLacks) {
  EXPECT_EQ(Refusal("msp430-none-elf", {.relocation = Relocation::kPic}),
            "LLVM knows no relocation model 'pic' for the target 'msp430-none-elf', but static");
  EXPECT_EQ(Refusal("i386-unknown-linux-gnu", {.relocation = Relocation::kRopi}),
            "LLVM knows no relocation model 'ropi' for the target 'i386-unknown-linux-gnu', but "
            "pic, static");
  EXPECT_THAT(Refusal("arm64-apple-macosx11.0.0", {.relocation = Relocation::kStatic}),
              HasSubstr("but pic"));
  EXPECT_THAT(Refusal("hexagon-unknown-linux", {.relocation = Relocation::kDynamicNoPic}),
              HasSubstr("but pic, static"));
}

TEST_F(CodeModelTest, RefusesACpuThatTheTargetLacksAndNamesOthers) {
  EXPECT_EQ(Refusal("msp430-none-elf", {.cpu = "z80"}),
            "LLVM knows no CPU 'z80' for the target 'msp430-none-elf', but generic, msp430, "
            "msp430x");
  EXPECT_THAT(Refusal("armv7m-none-eabi", {.cpu = "cortex-m44"}),
              MatchesRegex(".*no CPU 'cortex-m44' for the target 'armv7m-none-eabi', but "
                           "cortex-m4, .* and others"));
}

TEST_F(CodeModelTest, RefusesAFeatureThatTheTargetLacks) {
  EXPECT_THAT(Refusal("armv7m-none-eabi", {.features = "+dsp,-floating"}),
              HasSubstr("no feature 'floating' for the target 'armv7m-none-eabi', but "));
}

TEST_F(CodeModelTest, LeavesAnUnknownTargetToTheCodeGenerator) {
  EXPECT_EQ(Resolve("nonsense-unknown-unknown", {.cpu = "fast"}, 2)->relocation, Relocation::kPic);
}

TEST_F(CodeModelTest, AFlagOfAnotherTypeIsNoLevel) {
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseAssemblyString(
      "target triple = \"x86_64-unknown-linux-gnu\"\n"
      "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 1, !\"PIC Level\", !\"two\"}\n"
      "!1 = !{i32 1, !\"Code Model\", !\"large\"}\n",
      diagnostic, context_);
  EXPECT_EQ(ResolveCodeModel(*module, {})->relocation, Relocation::kStatic);
  EXPECT_TRUE(bool(MakeCodeGenerator(*module, {})));
}

}  // namespace
}  // namespace autotune::worker
