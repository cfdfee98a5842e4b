// Small modules whose features were worked out by hand.
#include <ostream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/feature_names.h"
#include "eval/worker/feature_counts.h"
#include "eval/worker/features.h"

namespace autotune::worker {
namespace {

struct Case {
  std::string_view name;
  std::string_view ir;
  Counts autophase;
  Counts inst_count;
};

void PrintTo(const Case& test_case, std::ostream* out) { *out << test_case.name; }

const Case kLoop = {"Loop",
                    R"(
define i32 @sum(i32 %n) {
entry:                                            ; 0 predecessors, 1 successor
  br label %head
head:                                             ; 2 predecessors, 2 successors
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %s = phi i32 [ 0, %entry ], [ %add, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit
body:                                             ; 1 predecessor, 1 successor
  %add = add i32 %s, %i
  %next = add i32 %i, 1                           ; the only binary operator with a constant
  br label %head
exit:                                             ; 1 predecessor, 0 successors
  ret i32 %s
})",
                    {{"BBNumArgsLo", 1},  // head: 4
                     {"onePred", 2},        {"onePredOneSuc", 1}, {"oneSuccessor", 2},
                     {"twoPred", 1},        {"twoEach", 1},       {"twoSuccessor", 1},
                     {"BB03Phi", 1},        {"BBNoPhi", 3},       {"BeginPhi", 1},
                     {"BranchCount", 3},    {"NumEdges", 4},      {"const32Bit", 3},  // 0, 0, 1
                     {"numConstZeroes", 2}, {"numConstOnes", 1},  {"UncondBranches", 2},
                     {"binaryConstArg", 1}, {"NumAddInst", 2},    {"BlockLow", 4},
                     {"NumBrInst", 3},      {"NumICmpInst", 1},   {"NumPHIInst", 2},
                     {"NumRetInst", 1},     {"TotalBlocks", 4},   {"TotalInsts", 9},
                     {"TotalFuncs", 1},     {"ArgsPhi", 4}},
                    {{"TotalInsts", 9},
                     {"TotalBlocks", 4},
                     {"TotalFuncs", 1},
                     {"Ret", 1},
                     {"Br", 3},
                     {"Add", 2},
                     {"ICmp", 1},
                     {"PHI", 2}}};

// The switch reaches %join twice, so that edges count with multiplicity: 3 predecessors, not 2.
const Case kSwitch = {
    "Switch",
    R"(
define i64 @pick(i32 %x, i1 %c) {
entry:                                            ; 3 successors; both edges to %join are critical
  switch i32 %x, label %join [ i32 1, label %join
                               i32 2, label %other ]
other:                                            ; 1 predecessor, 2 successors; both are critical
  br i1 %c, label %join, label %exit
join:                                             ; 3 predecessors, 1 successor
  %p = phi i64 [ 1, %entry ], [ 1, %entry ], [ 7, %other ]
  %q = phi i64 [ 0, %entry ], [ 0, %entry ], [ 5, %other ]
  %r = phi i64 [ 2, %entry ], [ 2, %entry ], [ 2, %other ]
  %s = phi i64 [ 3, %entry ], [ 3, %entry ], [ 3, %other ]
  br label %exit
exit:                                             ; 2 predecessors, 0 successors
  %v = phi i64 [ %p, %join ], [ 0, %other ]
  ret i64 %v
})",
    {{"BBNumArgsHi", 1},  // join: 12
     {"BBNumArgsLo", 1},  // exit: 2
     {"onePred", 1},        {"onePredTwoSuc", 1}, {"oneSuccessor", 1}, {"twoPred", 1},
     {"twoSuccessor", 1},   {"morePreds", 1},     {"BB03Phi", 1},      {"BBHiPhi", 1},
     {"BBNoPhi", 2},        {"BeginPhi", 2},      {"BranchCount", 2},  {"CriticalCount", 4},
     {"NumEdges", 6},       {"const32Bit", 2},  // the case values
     {"const64Bit", 13},                        // 4 * 3 in join, 1 in exit
     {"numConstZeroes", 3},                     // %q twice, %v
     {"numConstOnes", 3},                       // %p twice, a case value
     {"UncondBranches", 1}, {"BlockLow", 4},      {"NumBrInst", 2},    {"NumPHIInst", 5},
     {"NumRetInst", 1},     {"TotalBlocks", 4},   {"TotalInsts", 9},   {"TotalFuncs", 1},
     {"ArgsPhi", 14}},
    {{"TotalInsts", 9},
     {"TotalBlocks", 4},
     {"TotalFuncs", 1},
     {"Ret", 1},
     {"Br", 2},
     {"Switch", 1},
     {"PHI", 5}}};

const Case kDiamond = {
    "Diamond",
    R"(
define void @diamond(i1 %c) {
entry:                                            ; the edge to %join is critical
  br i1 %c, label %left, label %join
left:                                             ; 1 predecessor, 1 successor
  br label %join
join:                                             ; 2 predecessors, 1 successor
  br label %exit
exit:                                             ; 1 predecessor, 0 successors
  ret void
})",
    {{"onePred", 2},
     {"onePredOneSuc", 1},
     {"oneSuccessor", 2},
     {"twoPred", 1},
     {"twoPredOneSuc", 1},
     {"twoSuccessor", 1},
     {"BBNoPhi", 4},
     {"BranchCount", 3},
     {"CriticalCount", 1},
     {"NumEdges", 4},
     {"UncondBranches", 2},
     {"BlockLow", 4},
     {"NumBrInst", 3},
     {"NumRetInst", 1},
     {"TotalBlocks", 4},
     {"TotalInsts", 4},
     {"TotalFuncs", 1}},
    {{"TotalInsts", 4}, {"TotalBlocks", 4}, {"TotalFuncs", 1}, {"Ret", 1}, {"Br", 3}}};

const Case kStraightLine = {"StraightLine",
                            R"(
declare i32 @ext(i32)
declare void @sink(ptr)

define void @straight(i32 %a, i64 %b, ptr %fp) {
  %slot = alloca i64                              ; unary; its operand is the constant i32 1
  %ashr = ashr i32 %a, 3
  %and = and i32 %ashr, %a
  %or = or i32 %and, 1
  %xor = xor i32 %or, %a
  %lshr = lshr i64 %b, 0
  %shl = shl i64 %lshr, %b
  %mul = mul i64 %shl, %shl
  %sub = sub i64 0, %mul
  %trunc = trunc i64 %sub to i32                  ; unary
  %sext = sext i32 %trunc to i64                  ; unary
  %zext = zext i32 %xor to i64                    ; unary
  %bitcast = bitcast i64 %zext to double          ; unary
  %select = select i1 true, i64 %sext, i64 %zext  ; true is a constant 1
  %element = getelementptr i64, ptr %slot, i64 1
  store i64 %select, ptr %element
  %load = load i64, ptr %slot                     ; unary
  %direct = call i32 @ext(i32 %trunc)             ; returnInt
  call void @sink(ptr %slot)
  %indirect = call i32 %fp(i32 0)                 ; no known callee
  br label %next
next:
  ret void
})",
                            {{"onePred", 1},
                             {"oneSuccessor", 1},
                             {"BBNoPhi", 2},
                             {"BranchCount", 1},
                             {"returnInt", 1},
                             {"NumEdges", 1},
                             {"const32Bit", 4},      // alloca, ashr, or, indirect call
                             {"const64Bit", 3},      // lshr, sub, getelementptr
                             {"numConstZeroes", 3},  // lshr, sub, indirect call
                             {"numConstOnes", 4},    // alloca, or, select, getelementptr
                             {"UncondBranches", 1},
                             {"binaryConstArg", 4},  // ashr, or, lshr, sub
                             {"NumAShrInst", 1},
                             {"NumAllocaInst", 1},
                             {"NumAndInst", 1},
                             {"BlockMid", 1},  // 21 instructions
                             {"BlockLow", 1},
                             {"NumBitCastInst", 1},
                             {"NumBrInst", 1},
                             {"NumCallInst", 3},
                             {"NumGetElementPtrInst", 1},
                             {"NumLShrInst", 1},
                             {"NumLoadInst", 1},
                             {"NumMulInst", 1},
                             {"NumOrInst", 1},
                             {"NumRetInst", 1},
                             {"NumSExtInst", 1},
                             {"NumSelectInst", 1},
                             {"NumShlInst", 1},
                             {"NumStoreInst", 1},
                             {"NumSubInst", 1},
                             {"NumTruncInst", 1},
                             {"NumXorInst", 1},
                             {"NumZExtInst", 1},
                             {"TotalBlocks", 2},
                             {"TotalInsts", 22},
                             {"TotalMemInst", 7},  // alloca, getelementptr, store, load, 3 calls
                             {"TotalFuncs", 3},    // declarations too
                             {"testUnary", 6}},
                            {{"TotalInsts", 22},
                             {"TotalBlocks", 2},
                             {"TotalFuncs", 3},
                             {"Ret", 1},
                             {"Br", 1},
                             {"Sub", 1},
                             {"Mul", 1},
                             {"Shl", 1},
                             {"LShr", 1},
                             {"AShr", 1},
                             {"And", 1},
                             {"Or", 1},
                             {"Xor", 1},
                             {"Alloca", 1},
                             {"Load", 1},
                             {"Store", 1},
                             {"GetElementPtr", 1},
                             {"Trunc", 1},
                             {"ZExt", 1},
                             {"SExt", 1},
                             {"BitCast", 1},
                             {"Call", 3},
                             {"Select", 1}}};

// An invoke is memory but no call, its callee's integer is no `returnInt`, and both its edges
// count.
const Case kInvoke = {"Invoke",
                      R"(
declare i32 @ext()
declare i32 @personality(...)

define void @guarded() personality ptr @personality {
entry:                                            ; 2 successors
  %r = invoke i32 @ext() to label %ok unwind label %pad
ok:                                               ; 1 predecessor
  ret void
pad:                                              ; 1 predecessor
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
})",
                      {{"onePred", 2},
                       {"twoSuccessor", 1},
                       {"BBNoPhi", 3},
                       {"NumEdges", 2},
                       {"BlockLow", 3},
                       {"NumRetInst", 1},
                       {"TotalBlocks", 3},
                       {"TotalInsts", 4},
                       {"TotalMemInst", 1},
                       {"TotalFuncs", 3}},
                      {{"TotalInsts", 4},
                       {"TotalBlocks", 3},
                       {"TotalFuncs", 3},
                       {"Ret", 1},
                       {"Invoke", 1},
                       {"Resume", 1},
                       {"LandingPad", 1}}};

class FeaturesByHand : public testing::TestWithParam<Case> {};

TEST_P(FeaturesByHand, Match) {
  llvm::LLVMContext context;
  const auto module = Parse(context, GetParam().ir);
  const Features features = ComputeFeatures(*module);
  EXPECT_EQ(NonZero(kAutophaseNames, features.autophase), GetParam().autophase);
  EXPECT_EQ(NonZero(kInstCountNames, features.inst_count), GetParam().inst_count);
}

const Case kCases[] = {kLoop, kSwitch, kDiamond, kStraightLine, kInvoke};

INSTANTIATE_TEST_SUITE_P(Modules, FeaturesByHand, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Features, EveryAutophaseFeatureIsWorkedOutSomewhere) {
  std::set<std::string_view> covered;
  for (const Case& test_case : kCases) {
    for (const auto& [name, count] : test_case.autophase) covered.insert(name);
  }
  EXPECT_EQ(covered, std::set<std::string_view>(kAutophaseNames.begin(), kAutophaseNames.end()));
}

}  // namespace
}  // namespace autotune::worker
