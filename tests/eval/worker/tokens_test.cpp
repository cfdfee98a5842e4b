#include "eval/worker/tokens.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "eval/worker/disguise.h"
#include "eval/worker/module_io.h"
#include "eval/worker/pass_runner.h"
#include "eval/worker/target.h"
#include "support/bundled_programs.h"

namespace autotune::worker {
namespace {

OwnedModule Parse(const std::string& ir) {
  auto owned = ReadModule(ir, "test");
  EXPECT_TRUE(owned.ok()) << owned.error().message << '\n' << ir;
  return *std::move(owned);
}

IrTokens TokensOf(const std::string& ir) { return Tokenize(*Parse(ir).module); }

std::uint64_t Represented(const IrTokens& tokens) {
  std::uint64_t sum = 0;
  for (const TokenWindow& window : tokens.windows) sum += window.instructions;
  return sum;
}

TEST(TokensTest, NamesAndOrderOfUsesDoNotMatter) {
  for (const BundledProgram& program : BundledPrograms()) {
    const OwnedModule owned = Parse(program.ir);
    const IrTokens before = Tokenize(*owned.module);
    Disguise(*owned.module);
    EXPECT_EQ(Tokenize(*owned.module), before) << program.name;
    EXPECT_EQ(Tokenize(*ReadSnapshot(TakeSnapshot(*owned.module)).module), before) << program.name;
  }
}

TEST(TokensTest, DebugAndProbesAreNotThere) {
  const auto body = [](const std::string& aside) {
    return TokensOf(
        "declare void @llvm.pseudoprobe(i64, i64, i32, i64)\ndefine i32 @f(i32 %i) {\n" + aside +
        "%x = add i32 %i, 1\n" + aside + "%y = add i32 %x, %i\nret i32 %y }");
  };
  EXPECT_EQ(body("call void @llvm.pseudoprobe(i64 1, i64 1, i32 0, i64 -1)\n"), body(""));
  const IrTokens plain = TokensOf("define i32 @f(i32 %i) {\n %x = add i32 %i, 1\n ret i32 %x }");
  EXPECT_EQ(TokensOf(R"(
declare void @llvm.dbg.value(metadata, metadata, metadata)
define i32 @f(i32 %i) !dbg !3 {
  call void @llvm.dbg.value(metadata i32 %i, metadata !4, metadata !DIExpression()), !dbg !5
  %x = add i32 %i, 1, !dbg !5
  call void @llvm.dbg.value(metadata i32 %x, metadata !4, metadata !DIExpression()), !dbg !5
  ret i32 %x, !dbg !5
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !DISubroutineType(types: !6)
!3 = distinct !DISubprogram(name: "f", file: !1, unit: !0, type: !2, spFlags: DISPFlagDefinition)
!4 = !DILocalVariable(name: "i", scope: !3, file: !1)
!5 = !DILocation(line: 1, scope: !3)
!6 = !{}
!7 = !{i32 2, !"Debug Info Version", i32 3})"),
            plain);
}

TEST(TokensTest, ProgramsFitBeforeAndAfterOptimisation) {
  InitializeTargets();
  for (const BundledProgram& program : BundledPrograms()) {
    const OwnedModule owned = Parse(program.ir);
    llvm::Module& module = *owned.module;
    PassRunner runner(llvm::Triple(module.getTargetTriple()).str(), PipelineTuning::kOpt);
    for (const char* pipeline : {"", "default<O3>", "function(reg2mem)"}) {
      if (*pipeline) {
        ASSERT_TRUE(runner.Run(module, pipeline).ok());
      }
      const IrTokens tokens = Tokenize(module);
      EXPECT_TRUE(IsWellFormed(tokens)) << program.name << ' ' << pipeline;
      EXPECT_EQ(Represented(tokens), module.getInstructionCount())
          << program.name << ' ' << pipeline;
    }
  }
}

/// A function of `size` instructions, all but the last of this kind.
std::string Function(int id, int size, const std::string& kind = "add i32 %i, %i") {
  std::string text = "define void @f" + std::to_string(id) + "(i32 %i, ptr %p) {\n";
  for (int i = 1; i < size; ++i) text += kind + "\n";
  return text + "ret void\n}\n";
}

std::vector<std::size_t> Lengths(const IrTokens& tokens) {
  std::vector<std::size_t> lengths;
  for (const TokenWindow& window : tokens.windows) lengths.push_back(window.tokens.size());
  return lengths;
}

TEST(TokensTest, ShortModulesAreSeenWhole) {
  EXPECT_TRUE(TokensOf("declare void @f()").windows.empty());
  EXPECT_EQ(Lengths(TokensOf(Function(0, 128) + Function(1, 1) + Function(2, 131))),
            (std::vector<std::size_t>{128, 1, 65, 66}));
  const IrTokens tokens = TokensOf(Function(0, 1024));
  EXPECT_EQ(Lengths(tokens), std::vector<std::size_t>(8, 128));
  for (const TokenWindow& window : tokens.windows) EXPECT_EQ(window.instructions, 128u);
}

TEST(TokensTest, LongModulesAreSampledByInstructions) {
  // 1,000 of 4,001 instructions are stores, in ten functions of forty that mingle.
  std::string ir = Function(0, 1);
  for (int i = 1; i <= 40; ++i) {
    ir += Function(i, 100, i % 4 == 0 ? "store i32 %i, ptr %p" : "add i32 %i, %i");
  }
  const IrTokens tokens = TokensOf(ir);
  EXPECT_TRUE(IsWellFormed(tokens));
  ASSERT_EQ(Lengths(tokens), std::vector<std::size_t>(8, 100));
  const TokenWindow of_stores = TokensOf(Function(0, 100, "store i32 %i, ptr %p")).windows.at(0);
  std::size_t stores = 0;
  for (const TokenWindow& window : tokens.windows) {
    stores += window.tokens == of_stores.tokens;
    EXPECT_NEAR(static_cast<double>(window.instructions), 4001 / 8.0, 1);
  }
  EXPECT_EQ(stores, 2u);
  EXPECT_EQ(Represented(tokens), 4001u);
}

TEST(TokensTest, NoWindowIsTakenTwice) {
  std::string ir = Function(0, 128);
  for (int i = 1; i <= 20; ++i) ir += Function(i, 1);
  auto lengths = Lengths(TokensOf(ir));
  EXPECT_EQ(lengths, (std::vector<std::size_t>{128, 1, 1, 1, 1, 1, 1, 1}));
  ir.clear();
  for (int i = 1; i <= 20; ++i) ir += Function(i, 1);
  lengths = Lengths(TokensOf(ir + Function(0, 128)));
  EXPECT_EQ(lengths, (std::vector<std::size_t>{1, 1, 1, 1, 1, 1, 1, 128}));
}

}  // namespace
}  // namespace autotune::worker
