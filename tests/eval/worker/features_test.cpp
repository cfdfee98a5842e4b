#include "eval/worker/features.h"

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "core/feature_names.h"
#include "eval/worker/feature_counts.h"

namespace autotune::worker {
namespace {

// Every opcode that can stand in a module is here exactly as often as `expected` says.
TEST(Features, EveryOpcodeIsCountedUnderItsName) {
  llvm::LLVMContext context;
  const auto module = Parse(context, R"(
declare void @ext()
declare i32 @personality(...)
declare i32 @__CxxFrameHandler3(...)

define i32 @arithmetic(i32 %a, float %f, <2 x i32> %v, { i32, i32 } %s) {
  %1 = fneg float %f
  %2 = add i32 %a, %a
  %3 = fadd float %f, %f
  %4 = sub i32 %a, %a
  %5 = fsub float %f, %f
  %6 = mul i32 %a, %a
  %7 = fmul float %f, %f
  %8 = udiv i32 %a, %a
  %9 = sdiv i32 %a, %a
  %10 = fdiv float %f, %f
  %11 = urem i32 %a, %a
  %12 = srem i32 %a, %a
  %13 = frem float %f, %f
  %14 = shl i32 %a, %a
  %15 = lshr i32 %a, %a
  %16 = ashr i32 %a, %a
  %17 = and i32 %a, %a
  %18 = or i32 %a, %a
  %19 = xor i32 %a, %a
  %20 = icmp eq i32 %a, %a
  %21 = fcmp oeq float %f, %f
  %22 = select i1 %20, i32 %a, i32 %2
  %23 = extractelement <2 x i32> %v, i32 0
  %24 = insertelement <2 x i32> %v, i32 %a, i32 0
  %25 = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> zeroinitializer
  %26 = extractvalue { i32, i32 } %s, 0
  %27 = insertvalue { i32, i32 } %s, i32 %a, 0
  %28 = freeze i32 %a
  ret i32 %28
}

define void @casts(i64 %a, double %f, ptr %p) {
  %1 = trunc i64 %a to i32
  %2 = zext i32 %1 to i64
  %3 = sext i32 %1 to i64
  %4 = fptoui double %f to i32
  %5 = fptosi double %f to i32
  %6 = uitofp i32 %1 to double
  %7 = sitofp i32 %1 to double
  %8 = fptrunc double %f to float
  %9 = fpext float %8 to double
  %10 = ptrtoint ptr %p to i64
  %11 = inttoptr i64 %10 to ptr
  %12 = bitcast i64 %a to double
  %13 = addrspacecast ptr %p to ptr addrspace(1)
  ret void
}

define void @memory(ptr %p, ptr %list) {
  %1 = alloca i32
  %2 = load i32, ptr %p
  store i32 %2, ptr %1
  %3 = getelementptr i32, ptr %p, i32 %2
  fence seq_cst
  %4 = cmpxchg ptr %p, i32 %2, i32 %2 seq_cst seq_cst
  %5 = atomicrmw add ptr %p, i32 %2 seq_cst
  %6 = va_arg ptr %list, i32
  call void @ext()
  ret void
}

define void @jumps(i32 %x, ptr %target) {
entry:
  switch i32 %x, label %a [ i32 3, label %b ]
a:
  indirectbr ptr %target, [ label %b, label %c ]
b:
  %1 = phi i32 [ 3, %entry ], [ 4, %a ]
  callbr void asm "", "!i"() to label %c [ label %d ]
c:
  br label %d
d:
  unreachable
}

define void @itanium() personality ptr @personality {
  invoke void @ext() to label %ok unwind label %pad
ok:
  ret void
pad:
  %1 = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %1
}

define void @windows() personality ptr @__CxxFrameHandler3 {
  invoke void @ext() to label %next unwind label %dispatch
dispatch:
  %1 = catchswitch within none [ label %handler ] unwind to caller
handler:
  %2 = catchpad within %1 [ ptr null, i32 64, ptr null ]
  catchret from %2 to label %next
next:
  invoke void @ext() to label %ok unwind label %cleanup
ok:
  ret void
cleanup:
  %3 = cleanuppad within none []
  cleanupret from %3 unwind to caller
})");

  Counts expected;
  for (const std::string_view opcode : kInstCountNames) expected[opcode] = 1;
  expected["Ret"] = 5;
  expected["Invoke"] = 3;
  expected["TotalInsts"] = 29 + 14 + 10 + 6 + 4 + 8;
  expected["TotalBlocks"] = 1 + 1 + 1 + 5 + 3 + 6;
  expected["TotalFuncs"] = 9;
  expected.erase("UserOp1");  // these two never leave a pass
  expected.erase("UserOp2");
  const Features features = ComputeFeatures(*module);
  EXPECT_EQ(NonZero(kInstCountNames, features.inst_count), expected);
  // fneg, alloca, load, va_arg, extractvalue and the 13 casts; freeze is none (in LLVM 10).
  EXPECT_EQ(features.autophase[FindAutophase("testUnary")], 18u);
}

TEST(Features, DebugInstructionsAreNotCounted) {
  constexpr std::string_view kBody = R"(
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.pseudoprobe(i64, i64, i32, i64)

define i32 @f(i32 %x) !dbg !4 {
  DEBUG
  ret i32 %x, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 1, scope: !4)
!8 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 1)
)";
  constexpr std::string_view kDebug =
      "call void @llvm.dbg.value(metadata i32 %x, metadata !8, metadata !DIExpression()), !dbg !7\n"
      "call void @llvm.pseudoprobe(i64 1, i64 1, i32 0, i64 -1), !dbg !7\n";
  const auto features_with = [&](std::string_view debug) {
    std::string ir(kBody);
    ir.replace(ir.find("DEBUG"), 5, debug);
    llvm::LLVMContext context;
    const auto module = Parse(context, ir);
    const Features features = ComputeFeatures(*module);
    EXPECT_EQ(features.autophase[FindAutophase("TotalInsts")], module->getInstructionCount());
    return features;
  };
  const Features without = features_with("");
  EXPECT_EQ(without.inst_count[FindInstCount("TotalInsts")], 1u);
  EXPECT_EQ(without.inst_count[FindInstCount("TotalFuncs")], 2u);  // f and llvm.pseudoprobe
  EXPECT_EQ(features_with(kDebug), without);
}

TEST(Features, BlocksOf15And500InstructionsAreTheEdgesOfMid) {
  const auto blocks = [](int instructions) {
    std::string ir = "define void @f(i32 %a) {\n";
    for (int i = 1; i < instructions; ++i) ir += "  add i32 %a, %a\n";
    ir += "  ret void\n}\n";
    llvm::LLVMContext context;
    const Features features = ComputeFeatures(*Parse(context, ir));
    return std::pair(features.autophase[FindAutophase("BlockLow")],
                     features.autophase[FindAutophase("BlockMid")]);
  };
  EXPECT_EQ(blocks(14), std::pair(1u, 0u));
  EXPECT_EQ(blocks(15), std::pair(0u, 1u));
  EXPECT_EQ(blocks(500), std::pair(0u, 1u));
  EXPECT_EQ(blocks(501), std::pair(0u, 0u));
}

TEST(Features, ModuleWithoutFunctionsIsAllZero) {
  llvm::LLVMContext context;
  EXPECT_EQ(ComputeFeatures(*Parse(context, "@g = global i32 1")), Features());
}

}  // namespace
}  // namespace autotune::worker
