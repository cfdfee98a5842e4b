#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/program.h"
#include "core/words.h"

namespace autotune {

/// CompilerGym's names of Autophase's 56 features (Haj-Ali et al., MLSys 2020), in its order.
inline constexpr auto kAutophaseNames = WordArray<kAutophaseSize>(
    "BBNumArgsHi BBNumArgsLo onePred onePredOneSuc onePredTwoSuc oneSuccessor twoPred "
    "twoPredOneSuc twoEach twoSuccessor morePreds BB03Phi BBHiPhi BBNoPhi BeginPhi BranchCount "
    "returnInt CriticalCount NumEdges const32Bit const64Bit numConstZeroes numConstOnes "
    "UncondBranches binaryConstArg NumAShrInst NumAddInst NumAllocaInst NumAndInst BlockMid "
    "BlockLow NumBitCastInst NumBrInst NumCallInst NumGetElementPtrInst NumICmpInst NumLShrInst "
    "NumLoadInst NumMulInst NumOrInst NumPHIInst NumRetInst NumSExtInst NumSelectInst NumShlInst "
    "NumStoreInst NumSubInst NumTruncInst NumXorInst NumZExtInst TotalBlocks TotalInsts "
    "TotalMemInst TotalFuncs ArgsPhi testUnary");

/// CompilerGym's InstCount: three totals, then one count for each opcode, with LLVM 10's names and
/// order.
inline constexpr auto kInstCountNames = WordArray<kInstCountSize>(
    "TotalInsts TotalBlocks TotalFuncs Ret Br Switch IndirectBr Invoke Resume Unreachable "
    "CleanupRet CatchRet CatchSwitch CallBr FNeg Add FAdd Sub FSub Mul FMul UDiv SDiv FDiv URem "
    "SRem FRem Shl LShr AShr And Or Xor Alloca Load Store GetElementPtr Fence AtomicCmpXchg "
    "AtomicRMW Trunc ZExt SExt FPToUI FPToSI UIToFP SIToFP FPTrunc FPExt PtrToInt IntToPtr "
    "BitCast AddrSpaceCast CleanupPad CatchPad ICmp FCmp PHI Call Select UserOp1 UserOp2 VAArg "
    "ExtractElement InsertElement ShuffleVector ExtractValue InsertValue LandingPad Freeze");

/// Returns the position of a feature by name, or the size of the vector if there is none.
constexpr std::size_t FindAutophase(std::string_view name) {
  return std::ranges::find(kAutophaseNames, name) - kAutophaseNames.begin();
}
constexpr std::size_t FindInstCount(std::string_view name) {
  return std::ranges::find(kInstCountNames, name) - kInstCountNames.begin();
}

}  // namespace autotune
