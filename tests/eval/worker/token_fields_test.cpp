#include "eval/worker/token_fields.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "eval/worker/function_layout.h"
#include "eval/worker/module_io.h"

namespace autotune::worker {
namespace {

/// The tokens of the last function.
std::vector<IrToken> TokensOf(const std::string& ir) {
  const auto owned = ReadModule(ir, "test");
  EXPECT_TRUE(owned.ok()) << owned.error().message << '\n' << ir;
  if (!owned.ok()) return {};
  const llvm::Function& function = owned->module->getFunctionList().back();
  return TokenizeRange(FunctionLayout(function), 0, function.getInstructionCount());
}

std::uint8_t Field(const IrToken& token, TokenField field) {
  return token[static_cast<std::size_t>(field)];
}

/// What instructions in the body of `@f` below are made of.
constexpr std::string_view kSurroundings = R"(
@constant = constant i32 1
@variable = global i32 1
declare i32 @external(i32)
declare i32 @pure(i32) memory(none)
declare void @stop() noreturn
declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @strlen(ptr)
declare i32 @puts(ptr)
declare double @sin(double)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.assume(i1)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.bswap.i32(i32)
declare double @llvm.sqrt.f64(double)
declare double @llvm.exp.f64(double)
declare i64 @llvm.expect.i64(i64, i64)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare void @llvm.trap()
define internal void @once() { ret void }
define internal void @twice() { ret void }
define internal void @twice_long() { br label %next
next:
  ret void }
define void @defined() { call void @twice() call void @twice() call void @twice_long() ret void }
)";

/// The token of `line`, which has the arguments of @f to work with and may be called %x.
IrToken TokenOf(const std::string& line) {
  const auto tokens = TokensOf(std::string(kSurroundings) + R"(
define i32 @f(i32 %i, i64 %l, i1 %c, i8 %b, double %d, ptr %p, <4 x i32> %v, { i32, i32 } %s) {
  )" + line + R"(
  ret i32 %i
})");
  EXPECT_TRUE(IsWellFormed({{{tokens, tokens.size()}}})) << line;
  return tokens.at(0);
}

TEST(TokenFieldsTest, WhatDiffersInMeaningDiffersInOpcode) {
  const std::string lines[] = {
      "%x = add i32 %i, %i",
      "%x = add nsw i32 %i, %i",
      "%x = sub i32 %i, %i",
      "%x = mul i32 %i, %i",
      "%x = udiv i32 %i, %i",
      "%x = sdiv i32 %i, %i",
      "%x = urem i32 %i, %i",
      "%x = srem i32 %i, %i",
      "%x = shl i32 %i, %i",
      "%x = lshr i32 %i, %i",
      "%x = ashr i32 %i, %i",
      "%x = and i32 %i, %i",
      "%x = or i32 %i, %i",
      "%x = or disjoint i32 %i, %i",
      "%x = xor i32 %i, %i",
      "%x = fneg double %d",
      "%x = fadd double %d, %d",
      "%x = fadd fast double %d, %d",
      "%x = fsub double %d, %d",
      "%x = fmul double %d, %d",
      "%x = fdiv double %d, %d",
      "%x = frem double %d, %d",
      "%x = icmp eq i32 %i, %i",
      "%x = icmp ne i32 %i, %i",
      "%x = icmp ult i32 %i, %i",
      "%x = icmp slt i32 %i, %i",
      "%x = icmp sle i32 %i, %i",
      "%x = fcmp false double %d, %d",
      "%x = fcmp olt double %d, %d",
      "%x = fcmp true double %d, %d",
      "%x = trunc i64 %l to i32",
      "%x = trunc i64 %l to i8",
      "%x = zext i32 %i to i64",
      "%x = zext i1 %c to i64",
      "%x = sext i32 %i to i64",
      "%x = fptoui double %d to i32",
      "%x = fptosi double %d to i32",
      "%x = uitofp i32 %i to double",
      "%x = sitofp i32 %i to double",
      "%x = fptrunc double %d to float",
      "%x = fpext double %d to fp128",
      "%x = ptrtoint ptr %p to i64",
      "%x = inttoptr i64 %l to ptr",
      "%x = bitcast i64 %l to double",
      "%x = addrspacecast ptr %p to ptr addrspace(1)",
      "%x = alloca i32",
      "%x = alloca i32, i32 %i",
      "%x = load i32, ptr %p",
      "%x = load volatile i32, ptr %p",
      "%x = load atomic i32, ptr %p seq_cst, align 4",
      "store i32 %i, ptr %p",
      "store volatile i32 %i, ptr %p",
      "%x = getelementptr i32, ptr %p, i64 1",
      "%x = getelementptr inbounds i32, ptr %p, i64 1",
      "%x = getelementptr i32, ptr %p, i64 %l",
      "fence seq_cst",
      "%x = cmpxchg ptr %p, i32 %i, i32 %i seq_cst seq_cst",
      "%x = atomicrmw add ptr %p, i32 %i seq_cst",
      "%x = va_arg ptr %p, i32",
      "%x = select i1 %c, i32 %i, i32 1",
      "%x = freeze i32 %i",
      "%x = extractelement <4 x i32> %v, i32 0",
      "%x = insertelement <4 x i32> %v, i32 %i, i32 0",
      "%x = shufflevector <4 x i32> %v, <4 x i32> %v, <4 x i32> zeroinitializer",
      "%x = extractvalue { i32, i32 } %s, 0",
      "%x = insertvalue { i32, i32 } %s, i32 %i, 0",
      R"(call void asm "", ""())",
      R"(call void asm sideeffect "", ""())",
      "%x = call i32 %p(i32 %i)",
      "%x = call i32 @f(i32 1, i64 1, i1 1, i8 1, double 1.0, ptr %p, <4 x i32> %v, { i32, i32 } "
      "%s)",
      "call void @once()",
      "call void @twice()",
      "call void @twice_long()",
      "call void @defined()",
      "%x = call ptr @malloc(i64 %l)",
      "call void @free(ptr %p)",
      "%x = call i64 @strlen(ptr %p)",
      "%x = call i32 @puts(ptr %p)",
      "%x = call double @sin(double %d)",
      "call void @stop()",
      "%x = call i32 @pure(i32 %i)",
      "%x = call i32 @external(i32 %i)",
      "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 8, i1 false)",
      "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 %l, i1 false)",
      "call void @llvm.memset.p0.i64(ptr %p, i8 %b, i64 8, i1 false)",
      "call void @llvm.assume(i1 %c)",
      "%x = call i32 @llvm.smax.i32(i32 %i, i32 %i)",
      "%x = call i32 @llvm.abs.i32(i32 %i, i1 false)",
      "%x = call i32 @llvm.ctpop.i32(i32 %i)",
      "%x = call i32 @llvm.bswap.i32(i32 %i)",
      "%x = call double @llvm.sqrt.f64(double %d)",
      "%x = call double @llvm.exp.f64(double %d)",
      "%x = call i64 @llvm.expect.i64(i64 %l, i64 1)",
      "%x = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i, i32 %i)",
      "%x = call i32 @llvm.sadd.sat.i32(i32 %i, i32 %i)",
      "%x = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)",
      "call void @llvm.trap()",
      "br label %next next:",
      "br i1 %c, label %next, label %next next:",
      "switch i32 %i, label %next [] next:",
      "indirectbr ptr %p, [label %next] next:",
      "unreachable next:",
      "ret i32 1 next:",
  };
  std::map<std::uint8_t, std::string> seen;
  for (const std::string& line : lines) {
    const auto [entry, fresh] = seen.emplace(Field(TokenOf(line), TokenField::kOpcode), line);
    EXPECT_TRUE(fresh) << line << " looks like " << entry->second;
  }
}

TEST(TokenFieldsTest, TypesDifferByClassAndWidth) {
  const std::string values[] = {"i1 0",
                                "i8 0",
                                "i16 0",
                                "i32 0",
                                "i64 0",
                                "i128 0",
                                "half 0.0",
                                "float 0.0",
                                "double 0.0",
                                "fp128 0xL00000000000000000000000000000000",
                                "ptr null",
                                "ptr addrspace(1) null",
                                "<4 x i32> zeroinitializer",
                                "<4 x double> zeroinitializer",
                                "<vscale x 4 x i32> zeroinitializer",
                                "{ i32 } zeroinitializer",
                                "[4 x i32] zeroinitializer",
                                "[400 x i32] zeroinitializer"};
  std::map<std::uint8_t, std::string> seen;
  for (const std::string& value : values) {
    const IrToken token = TokenOf("store " + value + ", ptr %p");
    EXPECT_TRUE(seen.emplace(Field(token, TokenField::kType), value).second) << value;
  }
}

TEST(TokenFieldsTest, OperandsDifferByKindAndMagnitude) {
  const auto kind = [](const std::string& value, const std::string& before = "") {
    const auto tokens = TokensOf(std::string(kSurroundings) + "define void @f(ptr %p, i32 %i) {\n" +
                                 before + "\nstore " + value + ", ptr %p\n ret void }");
    return Field(tokens.at(tokens.size() - 2), TokenField::kOperand0);
  };
  const std::string load = "%x = load i32, ptr %p\n";
  const std::string call = "%x = call i32 @external(i32 1)\n";
  std::string gap = "fence seq_cst\n";
  std::string chasm;
  for (int i = 0; i < 20; ++i) chasm += gap;
  const std::uint8_t kinds[] = {
      kind("i32 0"),
      kind("i32 1"),
      kind("i32 -1"),
      kind("i32 8"),
      kind("i32 100"),
      kind("i32 123456"),
      kind("double 1.5"),
      kind("ptr null"),
      kind("i32 poison"),
      kind("i64 ptrtoint (ptr @variable to i64)"),
      kind("ptr @constant"),
      kind("ptr @variable"),
      kind("ptr @external"),
      kind("i32 %i"),
      kind("ptr %x", "%x = alloca i32\n"),
      kind("i32 %x", load),
      kind("i32 %x", load + gap),
      kind("i32 %x", load + chasm),
      kind("i32 %x", call + gap),
      kind("i32 %x", load + "br label %next\nnext:"),
      kind("i32 %x", call + "br label %next\nnext:"),
  };
  std::vector<std::uint8_t> sorted(std::begin(kinds), std::end(kinds));
  std::ranges::sort(sorted);
  EXPECT_TRUE(std::ranges::adjacent_find(sorted) == sorted.end());
  EXPECT_EQ(kind("i32 123456"), kind("i32 -654321"));
  EXPECT_EQ(kind("<4 x i32> zeroinitializer"), kind("i32 0"));
  EXPECT_EQ(kind("i32 undef"), kind("i32 poison"));
}

constexpr char kNestedLoops[] = R"(
define i32 @nested(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j2, %inner ]
  %j2 = add i32 %j, 1
  %again = icmp ult i32 %j2, %n
  br i1 %again, label %inner, label %latch
latch:
  %i2 = add i32 %i, 1
  %more = icmp ult i32 %i2, %n
  br i1 %more, label %outer, label %exit
exit:
  %r = add i32 %i, 1
  ret i32 %r
})";

TEST(TokenFieldsTest, FlowSaysHowDeepAndWhereTo) {
  const auto tokens = TokensOf(kNestedLoops);
  const auto flow = [&](std::size_t i) { return Field(tokens.at(i), TokenField::kFlow); };
  const auto operand = [&](std::size_t i, TokenField which) { return Field(tokens.at(i), which); };
  enum { kEntry, kI, kEnter, kJ, kJ2, kAgain, kInner, kI2, kMore, kLatch, kR, kReturn };
  EXPECT_EQ(flow(kJ), flow(kJ2)) << "the same depth";
  EXPECT_NE(flow(kI), flow(kJ)) << "one header is in another loop";
  EXPECT_NE(flow(kI), flow(kI2)) << "one is in the header";
  EXPECT_NE(flow(kI2), flow(kR)) << "one is in no loop";
  EXPECT_EQ(flow(kEntry), flow(kEnter)) << "on to the next block";
  EXPECT_EQ(flow(kInner), flow(kLatch)) << "back if true";
  EXPECT_EQ(operand(kI, TokenField::kOperand1), operand(kJ, TokenField::kOperand1))
      << "what comes around";
  EXPECT_NE(operand(kI2, TokenField::kOperand0), operand(kI, TokenField::kOperand1));
}

}  // namespace
}  // namespace autotune::worker
