#include "eval/worker/ir_hash.h"

#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueSymbolTable.h>
#include <llvm/Support/raw_ostream.h>

#include "eval/worker/module_io.h"
#include "support/bundled_programs.h"

namespace autotune::worker {
namespace {

OwnedModule Parse(std::string_view ir) {
  auto owned = ReadModule(std::string(ir), "test");
  EXPECT_TRUE(owned.ok()) << (owned.ok() ? "" : owned.error().message) << "\n" << ir;
  return owned.ok() ? *std::move(owned) : *ReadModule("", "nothing");
}

Hash128 Hash(std::string_view ir) { return HashModule(*Parse(ir).module).whole; }

struct Pair {
  std::string_view name;
  std::string_view left;
  std::string_view right;
};

void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.name; }

std::string NameOf(const testing::TestParamInfo<Pair>& info) {
  return std::string(info.param.name);
}

// --- What is no difference

class SameHashTest : public testing::TestWithParam<Pair> {};

TEST_P(SameHashTest, Hashes) { EXPECT_EQ(Hash(GetParam().left), Hash(GetParam().right)); }

constexpr Pair kSame[] = {
    {"ValueAndBlockNames",
     "define i32 @f(i32 %x) {\nentry:\n  %y = add i32 %x, 1\n  br label %out\nout:\n  ret i32 "
     "%y\n}",
     "define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  br label %3\n3:\n  ret i32 %2\n}"},
    {"TypeNames",
     "%a = type { i32, i8 }\ndefine ptr @f(ptr %p) {\n  %q = getelementptr %a, ptr %p, i32 0, i32 "
     "1\n"
     "  ret ptr %q\n}",
     "%b.7 = type { i32, i8 }\ndefine ptr @f(ptr %p) {\n  %q = getelementptr %b.7, ptr %p, i32 0, "
     "i32 1\n  ret ptr %q\n}"},
    {"TypeNamesInAttributes", "%a = type { i32 }\ndeclare void @f(ptr byval(%a))",
     "%b = type { i32 }\ndeclare void @f(ptr byval(%b))"},
    {"LocalSymbolNames",
     "@g = internal global i32 1\ndefine internal i32 @f() {\n  %v = load i32, ptr @g\n  ret i32 "
     "%v\n"
     "}\ndefine i32 @main() {\n  %v = call i32 @f()\n  ret i32 %v\n}",
     "@h = internal global i32 1\ndefine internal i32 @e() {\n  %v = load i32, ptr @h\n  ret i32 "
     "%v\n"
     "}\ndefine i32 @main() {\n  %v = call i32 @e()\n  ret i32 %v\n}"},
    {"SourceFileName", "source_filename = \"a.c\"\ndefine void @f() {\n  ret void\n}",
     "source_filename = \"b.c\"\ndefine void @f() {\n  ret void\n}"},
    {"MetadataNumbers",
     "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !range !0\n  ret i32 %v\n}\n!0 = !{i32 0, "
     "i32 "
     "9}",
     "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !range !7\n  ret i32 %v\n}\n!7 = !{i32 0, "
     "i32 "
     "9}"},
    {"OrderOfUseLists",
     "define i32 @f(i32 %x) {\n  %a = add i32 %x, 1\n  %b = mul i32 %x, %a\n  ret i32 %b\n}",
     "define i32 @f(i32 %x) {\n  %a = add i32 %x, 1\n  %b = mul i32 %x, %a\n  ret i32 %b\n  "
     "uselistorder i32 %x, { 1, 0 }\n}"},
    {"CustomMetadataKindsMetInAnotherOrder",
     "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !mine !0, !yours !0\n  ret i32 %v\n}\n!0 = "
     "!{}",
     "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !yours !0, !mine !0\n  ret i32 %v\n}\n!0 = "
     "!{}"},
};
INSTANTIATE_TEST_SUITE_P(Pairs, SameHashTest, testing::ValuesIn(kSame), NameOf);

constexpr std::string_view kWithDebugInfo = R"(
@g = global i32 0, !dbg !10
define i32 @f(i32 %x) !dbg !4 {
  %slot = alloca i32, !DIAssignID !12
  call void @llvm.dbg.declare(metadata ptr %slot, metadata !8, metadata !DIExpression()), !dbg !9
  store i32 %x, ptr %slot, !dbg !9, !DIAssignID !12
  br label %loop, !dbg !9
loop:
  %v = load volatile i32, ptr %slot, !dbg !9
  %c = icmp eq i32 %v, 0, !dbg !9
  br i1 %c, label %out, label %loop, !dbg !9, !llvm.loop !13
out:
  br i1 %c, label %end, label %out, !dbg !9, !llvm.loop !16
end:
  ret i32 %v, !dbg !9
}
declare void @llvm.dbg.declare(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "p", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !11)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, unit: !0, retainedNodes: !7)
!5 = !DISubroutineType(types: !6)
!6 = !{!2, !2}
!7 = !{}
!8 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 1, type: !2)
!9 = !DILocation(line: 1, scope: !4)
!10 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!11 = !{!10}
!12 = distinct !DIAssignID()
!13 = distinct !{!13, !9, !9, !15}
!14 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !2, isLocal: false, isDefinition: true)
!15 = !{!"llvm.loop.mustprogress"}
!16 = distinct !{!16, !9, !9}
)";

TEST(IrHashTest, DebugInformationIsNoDifference) {
  const OwnedModule with = Parse(kWithDebugInfo);
  OwnedModule without = Parse(kWithDebugInfo);
  ASSERT_TRUE(llvm::StripDebugInfo(*without.module));
  EXPECT_EQ(HashModule(*with.module).whole, HashModule(*without.module).whole);
}

TEST(IrHashTest, WhatStatesAreLoadedWithoutIsNoDifference) {
  const OwnedModule complete = Parse(kWithDebugInfo);
  OwnedModule state = Parse(kWithDebugInfo);
  EXPECT_TRUE(DropNamesAndDebugInfo(*state.module));
  EXPECT_EQ(state.module->getNamedMetadata("llvm.dbg.cu"), nullptr);
  for (const llvm::Function& function : *state.module) {
    EXPECT_EQ(function.getSubprogram(), nullptr);
    EXPECT_TRUE(!function.getValueSymbolTable() || function.getValueSymbolTable()->empty());
  }
  EXPECT_EQ(HashModule(*state.module).whole, HashModule(*complete.module).whole);
  EXPECT_FALSE(DropNamesAndDebugInfo(*state.module));
}

#if LLVM_VERSION_MAJOR < 21  // later ones have one form
TEST(IrHashTest, TheFormOfDebugInformationIsNoDifference) {
  const OwnedModule records = Parse(kWithDebugInfo);
  OwnedModule intrinsics = Parse(kWithDebugInfo);
  intrinsics.module->setIsNewDbgInfoFormat(!records.module->IsNewDbgInfoFormat);
  EXPECT_EQ(HashModule(*records.module).whole, HashModule(*intrinsics.module).whole);
}
#endif

/// A pass may have left placeholders where there was a personality; no file has any.
TEST(IrHashTest, RemovedPersonalityIsNone) {
  OwnedModule owned =
      Parse("declare i32 @p(...)\ndefine void @f() personality ptr @p {\n  ret void\n}");
  owned.module->getFunction("f")->setPersonalityFn(nullptr);
  EXPECT_EQ(HashModule(*owned.module).whole,
            Hash("declare i32 @p(...)\ndefine void @f() {\n  ret void\n}"));
}

TEST(IrHashTest, SnapshotsAndFilesKeepTheHash) {
  for (const BundledProgram& program : BundledPrograms()) {
    const OwnedModule owned = Parse(program.ir);
    const ModuleHash hash = HashModule(*owned.module);
    const OwnedModule again = ReadSnapshot(TakeSnapshot(*owned.module));
    const ModuleHash hash_again = HashModule(*again.module);
    EXPECT_EQ(hash_again.whole, hash.whole) << program.name;
    EXPECT_EQ(hash_again.context, hash.context) << program.name;
    ASSERT_EQ(hash_again.bodies.size(), hash.bodies.size()) << program.name;
    for (const auto& [function, body] : hash.bodies) {
      const llvm::Function* twin = again.module->getFunction(function->getName());
      ASSERT_NE(twin, nullptr);
      EXPECT_EQ(hash_again.bodies.lookup(twin), body) << function->getName().str();
    }
    std::string text;
    llvm::raw_string_ostream(text) << *owned.module;
    EXPECT_EQ(Hash(text), hash.whole) << program.name;
    std::string bitcode;
    llvm::raw_string_ostream stream(bitcode);
    llvm::WriteBitcodeToFile(*owned.module, stream);  // forgets the order of use lists
    stream.flush();
    EXPECT_EQ(Hash(bitcode), hash.whole) << program.name;
  }
}

TEST(IrHashTest, NamesOfABundledProgramAreNoDifference) {
  for (const BundledProgram& program : BundledPrograms()) {
    OwnedModule owned = Parse(program.ir);
    const Hash128 hash = HashModule(*owned.module).whole;
    for (llvm::StructType* type : owned.module->getIdentifiedStructTypes()) type->setName("t");
    for (llvm::GlobalValue& global : owned.module->global_values()) {
      if (global.hasLocalLinkage()) global.setName("local");
    }
    for (llvm::Function& function : *owned.module) {
      for (llvm::Argument& argument : function.args()) argument.setName("argument");
      for (llvm::BasicBlock& block : function) block.setName("block");
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (!instruction.getType()->isVoidTy()) instruction.setName("value");
      }
    }
    EXPECT_EQ(HashModule(*owned.module).whole, hash) << program.name;
  }
}

#if LLVM_VERSION_MAJOR == 19
/// Databases and caches name modules by it.
TEST(IrHashTest, StaysWhatItIs) {
  EXPECT_EQ(ToHex(Hash(R"(
@table = internal constant [2 x i32] [i32 4, i32 7]
define i32 @loop(i32 %n, ptr %unused) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %p = getelementptr [2 x i32], ptr @table, i32 0, i32 %i
  %v = load i32, ptr %p
  %idle = add i32 %v, 1
  %next = add nsw i32 %i, %v
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %end
end:
  ret i32 %next
}
)")),
            "033055fa34c4f44f45c8f56f672c1482");
}
#endif

TEST(IrHashTest, CountsInstructionsAsLlvmDoes) {
  std::vector<std::string> texts = {std::string(kWithDebugInfo), R"(
define void @probed() {
  call void @llvm.pseudoprobe(i64 1, i64 1, i32 0, i64 -1)
  ret void
}
declare void @llvm.pseudoprobe(i64, i64, i32, i64)
)"};
  for (const BundledProgram& program : BundledPrograms()) texts.emplace_back(program.ir);
  for (const std::string& text : texts) {
    const OwnedModule owned = Parse(text);
    EXPECT_EQ(HashModule(*owned.module).instructions, owned.module->getInstructionCount());
  }
}

// --- What is a difference

class OtherHashTest : public testing::TestWithParam<Pair> {};

TEST_P(OtherHashTest, Hashes) { EXPECT_NE(Hash(GetParam().left), Hash(GetParam().right)); }

#define IN_F(body) "define i32 @f(i32 %x, i32 %y, ptr %p, ptr %q) {\n" body "}\n"

// clang-format off
constexpr Pair kOther[] = {
    // Instructions
    {"Opcode", IN_F("  %r = add i32 %x, %y\n  ret i32 %r\n"), IN_F("  %r = sub i32 %x, %y\n  ret i32 %r\n")},
    {"OperandOrder", IN_F("  %r = sub i32 %x, %y\n  ret i32 %r\n"), IN_F("  %r = sub i32 %y, %x\n  ret i32 %r\n")},
    {"ConstantValue", IN_F("  ret i32 1\n"), IN_F("  ret i32 2\n")},
    {"UndefAgainstPoison", IN_F("  ret i32 undef\n"), IN_F("  ret i32 poison\n")},
    {"NoSignedWrap", IN_F("  %r = add i32 %x, %y\n  ret i32 %r\n"), IN_F("  %r = add nsw i32 %x, %y\n  ret i32 %r\n")},
    {"NoUnsignedWrap", IN_F("  %r = add nsw i32 %x, %y\n  ret i32 %r\n"), IN_F("  %r = add nuw i32 %x, %y\n  ret i32 %r\n")},
    {"Exact", IN_F("  %r = sdiv i32 %x, %y\n  ret i32 %r\n"), IN_F("  %r = sdiv exact i32 %x, %y\n  ret i32 %r\n")},
    {"Disjoint", IN_F("  %r = or i32 %x, %y\n  ret i32 %r\n"), IN_F("  %r = or disjoint i32 %x, %y\n  ret i32 %r\n")},
    {"NonNegative", "define i64 @f(i32 %x) {\n  %r = zext i32 %x to i64\n  ret i64 %r\n}", "define i64 @f(i32 %x) {\n  %r = zext nneg i32 %x to i64\n  ret i64 %r\n}"},
    {"TruncationFlag", "define i8 @f(i32 %x) {\n  %r = trunc i32 %x to i8\n  ret i8 %r\n}", "define i8 @f(i32 %x) {\n  %r = trunc nuw i32 %x to i8\n  ret i8 %r\n}"},
    {"FastMathFlags", "define float @f(float %x) {\n  %r = fadd float %x, %x\n  ret float %r\n}", "define float @f(float %x) {\n  %r = fadd nnan float %x, %x\n  ret float %r\n}"},
    {"FastMathFlagsOfCall", "declare float @g(float)\ndefine float @f(float %x) {\n  %r = call float @g(float %x)\n  ret float %r\n}", "declare float @g(float)\ndefine float @f(float %x) {\n  %r = call fast float @g(float %x)\n  ret float %r\n}"},
    {"Predicate", IN_F("  %c = icmp slt i32 %x, %y\n  %r = zext i1 %c to i32\n  ret i32 %r\n"), IN_F("  %c = icmp ult i32 %x, %y\n  %r = zext i1 %c to i32\n  ret i32 %r\n")},
    {"CastTarget", "define void @f(i8 %x) {\n  %r = sext i8 %x to i16\n  ret void\n}", "define void @f(i8 %x) {\n  %r = sext i8 %x to i32\n  ret void\n}"},
    {"LoadedType", "define void @f(ptr %p) {\n  %r = load i32, ptr %p, align 4\n  ret void\n}", "define void @f(ptr %p) {\n  %r = load float, ptr %p, align 4\n  ret void\n}"},
    {"Alignment", IN_F("  %r = load i32, ptr %p, align 4\n  ret i32 %r\n"), IN_F("  %r = load i32, ptr %p, align 8\n  ret i32 %r\n")},
    {"StoreAlignment", IN_F("  store i32 %x, ptr %p, align 4\n  ret i32 0\n"), IN_F("  store i32 %x, ptr %p, align 1\n  ret i32 0\n")},
    {"Volatile", IN_F("  %r = load i32, ptr %p\n  ret i32 %r\n"), IN_F("  %r = load volatile i32, ptr %p\n  ret i32 %r\n")},
    {"Ordering", IN_F("  %r = load atomic i32, ptr %p monotonic, align 4\n  ret i32 %r\n"), IN_F("  %r = load atomic i32, ptr %p acquire, align 4\n  ret i32 %r\n")},
    {"Atomic", IN_F("  %r = load i32, ptr %p, align 4\n  ret i32 %r\n"), IN_F("  %r = load atomic i32, ptr %p unordered, align 4\n  ret i32 %r\n")},
    {"SyncScope", IN_F("  fence acquire\n  ret i32 0\n"), IN_F("  fence syncscope(\"singlethread\") acquire\n  ret i32 0\n")},
    {"SyncScopeOfATarget", IN_F("  fence syncscope(\"agent\") acquire\n  ret i32 0\n"), IN_F("  fence syncscope(\"workgroup\") acquire\n  ret i32 0\n")},
    {"FenceOrdering", IN_F("  fence acquire\n  ret i32 0\n"), IN_F("  fence seq_cst\n  ret i32 0\n")},
    {"AtomicUpdateOperation", IN_F("  %r = atomicrmw add ptr %p, i32 %x monotonic\n  ret i32 %r\n"), IN_F("  %r = atomicrmw sub ptr %p, i32 %x monotonic\n  ret i32 %r\n")},
    {"AtomicUpdateOrdering", IN_F("  %r = atomicrmw add ptr %p, i32 %x monotonic\n  ret i32 %r\n"), IN_F("  %r = atomicrmw add ptr %p, i32 %x seq_cst\n  ret i32 %r\n")},
    {"ExchangeIsWeak", IN_F("  %r = cmpxchg ptr %p, i32 %x, i32 %y monotonic monotonic\n  ret i32 0\n"), IN_F("  %r = cmpxchg weak ptr %p, i32 %x, i32 %y monotonic monotonic\n  ret i32 0\n")},
    {"ExchangeFailureOrdering", IN_F("  %r = cmpxchg ptr %p, i32 %x, i32 %y acquire monotonic\n  ret i32 0\n"), IN_F("  %r = cmpxchg ptr %p, i32 %x, i32 %y acquire acquire\n  ret i32 0\n")},
    {"AddressType", "define ptr @f(ptr %p) {\n  %r = getelementptr i32, ptr %p, i64 1\n  ret ptr %r\n}", "define ptr @f(ptr %p) {\n  %r = getelementptr float, ptr %p, i64 1\n  ret ptr %r\n}"},
    {"Inbounds", "define ptr @f(ptr %p) {\n  %r = getelementptr i32, ptr %p, i64 1\n  ret ptr %r\n}", "define ptr @f(ptr %p) {\n  %r = getelementptr inbounds i32, ptr %p, i64 1\n  ret ptr %r\n}"},
    {"AddressFlag", "define ptr @f(ptr %p) {\n  %r = getelementptr nuw i32, ptr %p, i64 1\n  ret ptr %r\n}", "define ptr @f(ptr %p) {\n  %r = getelementptr nusw i32, ptr %p, i64 1\n  ret ptr %r\n}"},
    {"AllocatedType", "define void @f() {\n  %r = alloca i32, align 4\n  ret void\n}", "define void @f() {\n  %r = alloca float, align 4\n  ret void\n}"},
    {"AllocaAlignment", "define void @f() {\n  %r = alloca i32, align 4\n  ret void\n}", "define void @f() {\n  %r = alloca i32, align 16\n  ret void\n}"},
    {"AllocaCount", "define void @f() {\n  %r = alloca i32, i32 1\n  ret void\n}", "define void @f() {\n  %r = alloca i32, i32 2\n  ret void\n}"},
    {"SwiftError", "define void @f() {\n  %r = alloca ptr\n  ret void\n}", "define void @f() {\n  %r = alloca swifterror ptr\n  ret void\n}"},
    {"PhiSources", "define i32 @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  br label %d\nb:\n  br label %d\nd:\n  %r = phi i32 [ 1, %a ], [ 2, %b ]\n  ret i32 %r\n}", "define i32 @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  br label %d\nb:\n  br label %d\nd:\n  %r = phi i32 [ 1, %b ], [ 2, %a ]\n  ret i32 %r\n}"},
    {"BranchTargets", "define i32 @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  ret i32 1\nb:\n  ret i32 2\n}", "define i32 @f(i1 %c) {\n  br i1 %c, label %b, label %a\na:\n  ret i32 1\nb:\n  ret i32 2\n}"},
    {"BlockOrder", "define i32 @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  ret i32 1\nb:\n  ret i32 2\n}", "define i32 @f(i1 %c) {\n  br i1 %c, label %a, label %b\nb:\n  ret i32 2\na:\n  ret i32 1\n}"},
    {"SwitchCase", "define i32 @f(i32 %x) {\n  switch i32 %x, label %a [ i32 1, label %b ]\na:\n  ret i32 1\nb:\n  ret i32 2\n}", "define i32 @f(i32 %x) {\n  switch i32 %x, label %a [ i32 2, label %b ]\na:\n  ret i32 1\nb:\n  ret i32 2\n}"},
    {"ShuffleMask", "define <2 x i32> @f(<2 x i32> %x) {\n  %r = shufflevector <2 x i32> %x, <2 x i32> %x, <2 x i32> <i32 0, i32 1>\n  ret <2 x i32> %r\n}", "define <2 x i32> @f(<2 x i32> %x) {\n  %r = shufflevector <2 x i32> %x, <2 x i32> %x, <2 x i32> <i32 0, i32 2>\n  ret <2 x i32> %r\n}"},
    {"ExtractedIndex", "define i32 @f({i32, i32} %x) {\n  %r = extractvalue {i32, i32} %x, 0\n  ret i32 %r\n}", "define i32 @f({i32, i32} %x) {\n  %r = extractvalue {i32, i32} %x, 1\n  ret i32 %r\n}"},
    {"InsertedIndex", "define {i32, i32} @f({i32, i32} %x) {\n  %r = insertvalue {i32, i32} %x, i32 7, 0\n  ret {i32, i32} %r\n}", "define {i32, i32} @f({i32, i32} %x) {\n  %r = insertvalue {i32, i32} %x, i32 7, 1\n  ret {i32, i32} %r\n}"},
    {"VectorLength", "define void @f(<4 x i32> %x) {\n  ret void\n}", "define void @f(<vscale x 4 x i32> %x) {\n  ret void\n}"},
    {"AddressSpace", "define void @f(ptr %p) {\n  ret void\n}", "define void @f(ptr addrspace(1) %p) {\n  ret void\n}"},

    // Calls
    {"Callee", "declare void @a()\ndeclare void @b()\ndefine void @f() {\n  call void @a()\n  ret void\n}", "declare void @a()\ndeclare void @b()\ndefine void @f() {\n  call void @b()\n  ret void\n}"},
    {"TailKind", "declare void @a()\ndefine void @f() {\n  call void @a()\n  ret void\n}", "declare void @a()\ndefine void @f() {\n  tail call void @a()\n  ret void\n}"},
    {"MustTail", "declare void @a()\ndefine void @f() {\n  tail call void @a()\n  ret void\n}", "declare void @a()\ndefine void @f() {\n  musttail call void @a()\n  ret void\n}"},
    {"CallingConventionOfCall", "declare void @a()\ndefine void @f() {\n  call void @a()\n  ret void\n}", "declare void @a()\ndefine void @f() {\n  call fastcc void @a()\n  ret void\n}"},
    {"AttributeOfCall", "declare void @a()\ndefine void @f() {\n  call void @a()\n  ret void\n}", "declare void @a()\ndefine void @f() {\n  call void @a() nounwind\n  ret void\n}"},
    {"AttributeOfArgument", "declare void @a(ptr)\ndefine void @f(ptr %p) {\n  call void @a(ptr %p)\n  ret void\n}", "declare void @a(ptr)\ndefine void @f(ptr %p) {\n  call void @a(ptr nonnull %p)\n  ret void\n}"},
    {"AttributeValueOfArgument", "declare void @a(ptr)\ndefine void @f(ptr %p) {\n  call void @a(ptr dereferenceable(4) %p)\n  ret void\n}", "declare void @a(ptr)\ndefine void @f(ptr %p) {\n  call void @a(ptr dereferenceable(8) %p)\n  ret void\n}"},
    {"FunctionTypeOfCall", "declare void @a(...)\ndefine void @f() {\n  call void @a()\n  ret void\n}", "declare void @a(...)\ndefine void @f() {\n  call void (...) @a()\n  ret void\n}"},
    {"Bundle", "declare void @a()\ndefine void @f() {\n  call void @a()\n  ret void\n}", "declare void @a()\ndefine void @f() {\n  call void @a() [ \"mine\"() ]\n  ret void\n}"},
    {"BundleTag", "declare void @a()\ndefine void @f() {\n  call void @a() [ \"yours\"() ]\n  ret void\n}", "declare void @a()\ndefine void @f() {\n  call void @a() [ \"mine\"() ]\n  ret void\n}"},
    {"BundleInput", "declare void @a()\ndefine void @f() {\n  call void @a() [ \"mine\"(i32 1) ]\n  ret void\n}", "declare void @a()\ndefine void @f() {\n  call void @a() [ \"mine\"(i32 2) ]\n  ret void\n}"},
    {"AssemblyText", "define void @f() {\n  call void asm \"nop\", \"\"()\n  ret void\n}", "define void @f() {\n  call void asm \"hlt\", \"\"()\n  ret void\n}"},
    {"AssemblyConstraint", "define void @f(i32 %x) {\n  call void asm \"nop\", \"r\"(i32 %x)\n  ret void\n}", "define void @f(i32 %x) {\n  call void asm \"nop\", \"m\"(i32 %x)\n  ret void\n}"},
    {"AssemblySideEffect", "define void @f() {\n  call void asm \"nop\", \"\"()\n  ret void\n}", "define void @f() {\n  call void asm sideeffect \"nop\", \"\"()\n  ret void\n}"},
    {"AssemblyDialect", "define void @f() {\n  call void asm \"nop\", \"\"()\n  ret void\n}", "define void @f() {\n  call void asm inteldialect \"nop\", \"\"()\n  ret void\n}"},
    {"InvokeTargets", "declare i32 @p(...)\ndeclare void @a()\ndefine i32 @f() personality ptr @p {\n  invoke void @a() to label %x unwind label %y\nx:\n  ret i32 1\ny:\n  %l = landingpad { ptr, i32 } cleanup\n  ret i32 2\n}", "declare i32 @p(...)\ndeclare void @a()\ndefine i32 @f() personality ptr @p {\n  invoke void @a() to label %x unwind label %y\nx:\n  ret i32 1\ny:\n  %l = landingpad { ptr, i32 } cleanup catch ptr null\n  ret i32 2\n}"},
    {"LandingPadCleanup", "declare i32 @p(...)\ndeclare void @a()\ndefine i32 @f() personality ptr @p {\n  invoke void @a() to label %x unwind label %y\nx:\n  ret i32 1\ny:\n  %l = landingpad { ptr, i32 } catch ptr null\n  ret i32 2\n}", "declare i32 @p(...)\ndeclare void @a()\ndefine i32 @f() personality ptr @p {\n  invoke void @a() to label %x unwind label %y\nx:\n  ret i32 1\ny:\n  %l = landingpad { ptr, i32 } cleanup catch ptr null\n  ret i32 2\n}"},

    // Functions
    {"FunctionName", "declare void @a()", "declare void @b()"},
    {"FunctionOrder", "declare void @a()\ndeclare i32 @b()", "declare i32 @b()\ndeclare void @a()"},
    {"FunctionAttribute", "define void @f() {\n  ret void\n}", "define void @f() nounwind {\n  ret void\n}"},
    {"FunctionTextAttribute", "define void @f() \"a\"=\"1\" {\n  ret void\n}", "define void @f() \"a\"=\"2\" {\n  ret void\n}"},
    {"MemoryAttribute", "define void @f() memory(none) {\n  ret void\n}", "define void @f() memory(read) {\n  ret void\n}"},
    {"ParameterAttribute", "define void @f(ptr %p) {\n  ret void\n}", "define void @f(ptr noalias %p) {\n  ret void\n}"},
    {"ParameterAttributePlace", "define void @f(ptr noalias %p, ptr %q) {\n  ret void\n}", "define void @f(ptr %p, ptr noalias %q) {\n  ret void\n}"},
    {"ResultAttribute", "declare i8 @f()", "declare signext i8 @f()"},
    {"RangeAttribute", "declare i32 @f(i32 range(i32 0, 4))", "declare i32 @f(i32 range(i32 0, 5))"},
    {"PassedType", "declare void @f(ptr byval(i32))", "declare void @f(ptr byval(i64))"},
    {"PassedStructLayout", "%s = type { i32 }\ndeclare void @f(ptr byval(%s))", "%s = type { i64 }\ndeclare void @f(ptr byval(%s))"},
    {"ReturnedStructLayout", "%s = type { i32 }\ndeclare void @f(ptr sret(%s))", "%s = type { i64 }\ndeclare void @f(ptr sret(%s))"},
    {"CallingConvention", "define void @f() {\n  ret void\n}", "define fastcc void @f() {\n  ret void\n}"},
    {"Linkage", "define weak void @f() {\n  ret void\n}", "define weak_odr void @f() {\n  ret void\n}"},
    {"Visibility", "define void @f() {\n  ret void\n}", "define hidden void @f() {\n  ret void\n}"},
    {"LocalToTheObject", "declare void @f()", "declare dso_local void @f()"},
    {"UnnamedAddress", "define void @f() {\n  ret void\n}", "define void @f() unnamed_addr {\n  ret void\n}"},
    {"FunctionAlignment", "define void @f() align 4 {\n  ret void\n}", "define void @f() align 8 {\n  ret void\n}"},
    {"FunctionSection", "define void @f() {\n  ret void\n}", "define void @f() section \"s\" {\n  ret void\n}"},
    {"FunctionPartition", "define void @f() {\n  ret void\n}", "define void @f() partition \"s\" {\n  ret void\n}"},
    {"Personality", "declare i32 @p(...)\ndefine void @f() {\n  ret void\n}", "declare i32 @p(...)\ndefine void @f() personality ptr @p {\n  ret void\n}"},
    {"PrefixAgainstPrologue", "define void @f() prefix i32 1 {\n  ret void\n}", "define void @f() prologue i32 1 {\n  ret void\n}"},
    {"GarbageCollector", "define void @f() {\n  ret void\n}", "define void @f() gc \"g\" {\n  ret void\n}"},
    {"VariableArguments", "declare void @f()", "declare void @f(...)"},
    {"BodyAgainstDeclaration", "declare void @f()", "define void @f() {\n  ret void\n}"},

    // Globals
    {"Initialiser", "@g = global i32 1", "@g = global i32 2"},
    {"InitialiserOrNone", "@g = external global i32", "@g = global i32 zeroinitializer"},
    {"ArrayContents", "@g = constant [3 x i8] c\"abc\"", "@g = constant [3 x i8] c\"abd\""},
    {"StructLayout", "@g = external global { i32, i8 }", "@g = external global <{ i32, i8 }>"},
    {"StructContents", "@g = global { i32, i8 } { i32 1, i8 2 }", "@g = global { i32, i8 } { i32 1, i8 3 }"},
    {"ArrayLength", "@g = external global [3 x i8]", "@g = external global [4 x i8]"},
    {"ConstantOrNot", "@g = global i32 1", "@g = constant i32 1"},
    {"ExternallyInitialised", "@g = global i32 1", "@g = externally_initialized global i32 1"},
    {"GlobalAlignment", "@g = global i32 1, align 4", "@g = global i32 1, align 8"},
    {"GlobalSection", "@g = global i32 1", "@g = global i32 1, section \"s\""},
    {"GlobalAttribute", "@g = global i32 1", "@g = global i32 1 \"a\"=\"b\""},
    {"ThreadLocal", "@g = global i32 1", "@g = thread_local global i32 1"},
    {"ThreadLocalModel", "@g = thread_local(localexec) global i32 1", "@g = thread_local(initialexec) global i32 1"},
    {"DllStorage", "@g = external global i32", "@g = external dllimport global i32"},
    {"GlobalAddressSpace", "@g = global i32 1", "@g = addrspace(1) global i32 1"},
    {"CodeModel", "@g = global i32 1", "@g = global i32 1, code_model \"large\""},
    {"SanitizerExemption", "@g = global i32 1", "@g = global i32 1, no_sanitize_address"},
    {"Comdat", "@g = global i32 1", "$g = comdat any\n@g = global i32 1, comdat"},
    {"ComdatKind", "$g = comdat any\n@g = global i32 1, comdat", "$g = comdat largest\n@g = global i32 1, comdat"},
    {"ComdatName", "$c = comdat any\n@g = global i32 1, comdat($c)", "$d = comdat any\n@g = global i32 1, comdat($d)"},
    {"AliasTarget", "@g = global i32 1\n@h = global i32 1\n@a = alias i32, ptr @g", "@g = global i32 1\n@h = global i32 1\n@a = alias i32, ptr @h"},
    {"AliasLinkage", "@g = global i32 1\n@a = alias i32, ptr @g", "@g = global i32 1\n@a = weak alias i32, ptr @g"},
    {"Resolver", "@i = ifunc void (), ptr @r\ndefine ptr @r() {\n  ret ptr null\n}\ndefine ptr @s() {\n  ret ptr null\n}", "@i = ifunc void (), ptr @s\ndefine ptr @r() {\n  ret ptr null\n}\ndefine ptr @s() {\n  ret ptr null\n}"},
    {"ExpressionOffset", "@g = global [4 x i32] zeroinitializer\n@p = global ptr getelementptr (i32, ptr @g, i64 1)", "@g = global [4 x i32] zeroinitializer\n@p = global ptr getelementptr (i32, ptr @g, i64 2)"},
    {"ExpressionInbounds", "@g = global [4 x i32] zeroinitializer\n@p = global ptr getelementptr (i32, ptr @g, i64 1)", "@g = global [4 x i32] zeroinitializer\n@p = global ptr getelementptr inbounds (i32, ptr @g, i64 1)"},
    {"ExpressionOpcode", "@g = external global i8\n@h = external global i8\n@d = global i64 sub (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr @h to i64))", "@g = external global i8\n@h = external global i8\n@d = global i64 xor (i64 ptrtoint (ptr @g to i64), i64 ptrtoint (ptr @h to i64))"},
    {"BlockAddress", "@p = global ptr blockaddress(@f, %a)\ndefine void @f() {\n  br label %a\na:\n  br label %b\nb:\n  ret void\n}", "@p = global ptr blockaddress(@f, %b)\ndefine void @f() {\n  br label %a\na:\n  br label %b\nb:\n  ret void\n}"},
    {"FloatSignOfZero", "@g = global double 0.0", "@g = global double -0.0"},
    {"DsoLocalEquivalent", "declare void @f()\n@p = global ptr @f", "declare void @f()\n@p = global ptr dso_local_equivalent @f"},

    // Metadata
    {"Range", "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !range !0\n  ret i32 %v\n}\n!0 = !{i32 0, i32 8}", "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !range !0\n  ret i32 %v\n}\n!0 = !{i32 0, i32 9}"},
    {"NonNull", "define ptr @f(ptr %p) {\n  %v = load ptr, ptr %p\n  ret ptr %v\n}", "define ptr @f(ptr %p) {\n  %v = load ptr, ptr %p, !nonnull !0\n  ret ptr %v\n}\n!0 = !{}"},
    {"MetadataKind", "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !invariant.load !0\n  ret i32 %v\n}\n!0 = !{}", "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !noundef !0\n  ret i32 %v\n}\n!0 = !{}"},
    {"CustomMetadataKind", "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !mine !0\n  ret i32 %v\n}\n!0 = !{}", "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !yours !0\n  ret i32 %v\n}\n!0 = !{}"},
    {"BranchWeights", "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 1, i32 2}", "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b, !prof !0\na:\n  ret void\nb:\n  ret void\n}\n!0 = !{!\"branch_weights\", i32 2, i32 2}"},
    {"EntryCount", "define void @f() !prof !0 {\n  ret void\n}\n!0 = !{!\"function_entry_count\", i64 1}", "define void @f() !prof !0 {\n  ret void\n}\n!0 = !{!\"function_entry_count\", i64 2}"},
    {"AliasTypes", "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}", "define i32 @f(ptr %p) {\n  %v = load i32, ptr %p, !tbaa !0\n  ret i32 %v\n}\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"long\", !2, i64 0}\n!2 = !{!\"root\"}"},
    {"LoopHint", "define void @f() {\n  br label %l\nl:\n  br label %l, !llvm.loop !0\n}\n!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.unroll.disable\"}", "define void @f() {\n  br label %l\nl:\n  br label %l, !llvm.loop !0\n}\n!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.mustprogress\"}"},
    {"DistinctOrNot", "define void @f(ptr %p) {\n  store i8 0, ptr %p, !access !0\n  ret void\n}\n!0 = distinct !{}", "define void @f(ptr %p) {\n  store i8 0, ptr %p, !access !0\n  ret void\n}\n!0 = !{}"},
    {"SharedDistinctNode", "define void @f(ptr %p) {\n  store i8 0, ptr %p, !a !0\n  store i8 0, ptr %p, !a !0\n  ret void\n}\n!0 = distinct !{}", "define void @f(ptr %p) {\n  store i8 0, ptr %p, !a !0\n  store i8 0, ptr %p, !a !1\n  ret void\n}\n!0 = distinct !{}\n!1 = distinct !{}"},
    {"ModuleFlag", "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"wchar_size\", i32 4}", "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"wchar_size\", i32 2}"},
    {"NamedMetadata", "!a = !{!0}\n!0 = !{}", "!b = !{!0}\n!0 = !{}"},
    {"MetadataAsArgument", "declare i64 @llvm.read_register.i64(metadata)\ndefine i64 @f() {\n  %r = call i64 @llvm.read_register.i64(metadata !0)\n  ret i64 %r\n}\n!0 = !{!\"rsp\"}", "declare i64 @llvm.read_register.i64(metadata)\ndefine i64 @f() {\n  %r = call i64 @llvm.read_register.i64(metadata !0)\n  ret i64 %r\n}\n!0 = !{!\"rbp\"}"},

    // The module
    {"Triple", "target triple = \"x86_64-pc-linux-gnu\"\ntarget datalayout = \"e\"", "target triple = \"aarch64-unknown-linux-gnu\"\ntarget datalayout = \"e\""},
    {"DataLayout", "target datalayout = \"e-p:64:64\"", "target datalayout = \"e-p:32:32\""},
    {"ModuleAssembly", "module asm \"a = 1\"", "module asm \"a = 2\""},

    // Exception handling of another kind
    {"UnwindToCaller",
     "declare i32 @__CxxFrameHandler3(...)\ndeclare void @g()\ndefine void @f() personality ptr @__CxxFrameHandler3 {\n  invoke void @g() to label %x unwind label %s\ns:\n  %w = catchswitch within none [label %h] unwind to caller\nh:\n  %c = catchpad within %w [ptr null, i32 64, ptr null]\n  catchret from %c to label %x\nx:\n  ret void\n}",
     "declare i32 @__CxxFrameHandler3(...)\ndeclare void @g()\ndefine void @f() personality ptr @__CxxFrameHandler3 {\n  invoke void @g() to label %x unwind label %s\ns:\n  %w = catchswitch within none [label %h] unwind label %u\nh:\n  %c = catchpad within %w [ptr null, i32 64, ptr null]\n  catchret from %c to label %x\nx:\n  ret void\nu:\n  %d = cleanuppad within none []\n  cleanupret from %d unwind to caller\n}"},
};
// clang-format on
INSTANTIATE_TEST_SUITE_P(Pairs, OtherHashTest, testing::ValuesIn(kOther), NameOf);

TEST(IrHashTest, NoTwoProgramsOfTheTableHaveOneHash) {
  std::map<Hash128, std::string> program_with;
  for (const Pair& pair : kOther) {
    for (const std::string_view ir : {pair.left, pair.right}) {
      const OwnedModule owned = Parse(ir);
      std::string text;  // defaults spelt out
      llvm::raw_string_ostream(text) << *owned.module;
      const auto [entry, fresh] = program_with.try_emplace(HashModule(*owned.module).whole, text);
      EXPECT_EQ(entry->second, text);
    }
  }
}

// --- Bodies

TEST(IrHashTest, BodiesDependOnThemselvesAlone) {
  const std::string f = "define i32 @f(i32 %x) {\n  %r = add i32 %x, 1\n  ret i32 %r\n}\n";
  const OwnedModule one = Parse(f + "define i32 @g() {\n  ret i32 1\n}");
  const OwnedModule two = Parse(f + "define i32 @g() {\n  ret i32 2\n}");
  const ModuleHash hash_one = HashModule(*one.module);
  const ModuleHash hash_two = HashModule(*two.module);
  EXPECT_EQ(hash_one.context, hash_two.context);
  EXPECT_NE(hash_one.whole, hash_two.whole);
  EXPECT_EQ(hash_one.bodies.lookup(one.module->getFunction("f")),
            hash_two.bodies.lookup(two.module->getFunction("f")));
  EXPECT_NE(hash_one.bodies.lookup(one.module->getFunction("g")),
            hash_two.bodies.lookup(two.module->getFunction("g")));
}

TEST(IrHashTest, HeadersBelongToTheContext) {
  const OwnedModule one = Parse("define void @f() {\n  ret void\n}");
  const OwnedModule two = Parse("define void @f() nounwind {\n  ret void\n}");
  EXPECT_NE(HashModule(*one.module).context, HashModule(*two.module).context);
  EXPECT_EQ(HashModule(*one.module).bodies.begin()->second,
            HashModule(*two.module).bodies.begin()->second);
}

/// A worker hashes what a pass left before it knows whether it is valid.
TEST(IrHashTest, InvalidIrHasAHashAsWell) {
  OwnedModule owned = Parse("define i32 @f(i32 %x) {\n  %r = add i32 %x, 1\n  ret i32 %r\n}");
  const Hash128 valid = HashModule(*owned.module).whole;
  llvm::GlobalAlias::create(llvm::PointerType::get(*owned.context, 0), 0,
                            llvm::GlobalValue::InternalLinkage, "bad", nullptr, owned.module.get());
  const Hash128 bad_alias = HashModule(*owned.module).whole;
  EXPECT_NE(bad_alias, valid);
  owned.module->getFunction("f")->front().front().setOperand(0, nullptr);
  EXPECT_NE(HashModule(*owned.module).whole, bad_alias);
}

}  // namespace
}  // namespace autotune::worker
