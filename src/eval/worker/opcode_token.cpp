#include "eval/worker/opcode_token.h"

#include <llvm/IR/Instructions.h>

#include "core/ir_tokens.h"
#include "eval/worker/call_entry.h"

namespace autotune::worker {
namespace {

using llvm::Instruction;

// The order is part of the meaning of stored weights: `kIrTokensVersion`.
enum OpcodeEntry : std::uint8_t {
  kFirst = kMaskToken + 1,
  // Terminators and pads
  kRetVoid = kFirst,
  kRet,
  kBr,
  kCondBr,
  kSwitch,
  kIndirectBr,
  kUnreachable,
  kCallBr,
  kResume,
  kFuncletPad,     // catchpad, cleanuppad
  kFuncletSwitch,  // catchswitch, catchret, cleanupret
  kCleanupLandingPad,
  kLandingPad,
  // Arithmetic: each entry is followed by the same with a flag (nsw, nuw, exact, disjoint, fast
  // maths)
  kAdd,
  kSub = kAdd + 2,
  kMul = kSub + 2,
  kUDiv = kMul + 2,
  kSDiv = kUDiv + 2,
  kURem = kSDiv + 2,
  kSRem,
  kShl,
  kLShr = kShl + 2,
  kAShr = kLShr + 2,
  kAnd = kAShr + 2,
  kOr,
  kXor = kOr + 2,
  kFNeg,
  kFAdd = kFNeg + 2,
  kFSub = kFAdd + 2,
  kFMul = kFSub + 2,
  kFDiv = kFMul + 2,
  kFRem = kFDiv + 2,
  // Memory
  kAlloca = kFRem + 2,
  kDynamicAlloca,
  kLoad,  // plain, volatile, atomic
  kStore = kLoad + 3,
  kConstantGep = kStore + 3,  // without and with a flag (inbounds, nusw, nuw)
  kVariableGep = kConstantGep + 2,
  kFence = kVariableGep + 2,
  kCmpXchg,
  kAtomicRmw,
  kVaArg,
  // Casts
  kTruncTo1,  // to 1 bit, 8, 16, 32, others
  kZExtFrom1 = kTruncTo1 + 5,
  kSExtFrom1 = kZExtFrom1 + 5,
  kFpToUi = kSExtFrom1 + 5,
  kFpToSi,
  kUiToFp,
  kSiToFp,
  kFpTrunc,
  kFpExt,
  kPtrToInt,
  kIntToPtr,
  kBitCast,
  kAddrSpaceCast,
  // Comparisons, in the order of LLVM's predicates, which bitcode has fixed
  kICmpEq,
  kFCmpFalse = kICmpEq + 10,
  // Values
  kPhi1 = kFCmpFalse + 16,
  kPhi2,
  kPhi4,
  kPhiMany,
  kSelect,
  kFreeze,
  kExtractElement,
  kInsertElement,
  kShuffleVector,
  kExtractValue,
  kInsertValue,
  kOther,  // opcodes of later versions of LLVM
  kEntries,
};
static_assert(kEntries <= kFirstCallEntry);

std::uint8_t Plus(unsigned base, unsigned offset) {
  return static_cast<std::uint8_t>(base + offset);
}

std::uint8_t Flagged(unsigned base, const Instruction& instruction) {
  return Plus(base, instruction.getRawSubclassOptionalData() != 0);
}

template <typename Access>
std::uint8_t MemoryAccess(unsigned base, const Access& access) {
  return Plus(base, access.isAtomic() ? 2 : access.isVolatile());
}

std::uint8_t ByWidth(unsigned base, const llvm::Type* type) {
  switch (type->getScalarSizeInBits()) {
    case 1: return Plus(base, 0);
    case 8: return Plus(base, 1);
    case 16: return Plus(base, 2);
    case 32: return Plus(base, 3);
    default: return Plus(base, 4);
  }
}

std::uint8_t PhiEntry(unsigned incoming) {
  return incoming <= 1 ? kPhi1 : incoming == 2 ? kPhi2 : incoming <= 4 ? kPhi4 : kPhiMany;
}

/// Returns the entry of an opcode that alone decides.
std::uint8_t PlainEntry(unsigned opcode) {
  switch (opcode) {
    case Instruction::Switch: return kSwitch;
    case Instruction::IndirectBr: return kIndirectBr;
    case Instruction::Unreachable: return kUnreachable;
    case Instruction::CallBr: return kCallBr;
    case Instruction::Resume: return kResume;
    case Instruction::CatchPad:
    case Instruction::CleanupPad: return kFuncletPad;
    case Instruction::CatchSwitch:
    case Instruction::CatchRet:
    case Instruction::CleanupRet: return kFuncletSwitch;
    case Instruction::URem: return kURem;
    case Instruction::SRem: return kSRem;
    case Instruction::And: return kAnd;
    case Instruction::Xor: return kXor;
    case Instruction::Fence: return kFence;
    case Instruction::AtomicCmpXchg: return kCmpXchg;
    case Instruction::AtomicRMW: return kAtomicRmw;
    case Instruction::VAArg: return kVaArg;
    case Instruction::FPToUI: return kFpToUi;
    case Instruction::FPToSI: return kFpToSi;
    case Instruction::UIToFP: return kUiToFp;
    case Instruction::SIToFP: return kSiToFp;
    case Instruction::FPTrunc: return kFpTrunc;
    case Instruction::FPExt: return kFpExt;
    case Instruction::PtrToInt: return kPtrToInt;
    case Instruction::IntToPtr: return kIntToPtr;
    case Instruction::BitCast: return kBitCast;
    case Instruction::AddrSpaceCast: return kAddrSpaceCast;
    case Instruction::Select: return kSelect;
    case Instruction::Freeze: return kFreeze;
    case Instruction::ExtractElement: return kExtractElement;
    case Instruction::InsertElement: return kInsertElement;
    case Instruction::ShuffleVector: return kShuffleVector;
    case Instruction::ExtractValue: return kExtractValue;
    case Instruction::InsertValue: return kInsertValue;
    default: return kOther;
  }
}

/// Returns the entry without a flag of an opcode that may have flags; 0 for others.
std::uint8_t FlaggableEntry(unsigned opcode) {
  switch (opcode) {
    case Instruction::Add: return kAdd;
    case Instruction::Sub: return kSub;
    case Instruction::Mul: return kMul;
    case Instruction::UDiv: return kUDiv;
    case Instruction::SDiv: return kSDiv;
    case Instruction::Shl: return kShl;
    case Instruction::LShr: return kLShr;
    case Instruction::AShr: return kAShr;
    case Instruction::Or: return kOr;
    case Instruction::FNeg: return kFNeg;
    case Instruction::FAdd: return kFAdd;
    case Instruction::FSub: return kFSub;
    case Instruction::FMul: return kFMul;
    case Instruction::FDiv: return kFDiv;
    case Instruction::FRem: return kFRem;
    default: return 0;
  }
}

}  // namespace

std::uint8_t OpcodeToken(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::Ret: return instruction.getNumOperands() == 0 ? kRetVoid : kRet;
    case Instruction::Br: return instruction.getNumSuccessors() == 1 ? kBr : kCondBr;
    case Instruction::LandingPad:
      return llvm::cast<llvm::LandingPadInst>(instruction).getNumClauses() == 0 ? kCleanupLandingPad
                                                                                : kLandingPad;
    case Instruction::Alloca:
      return llvm::cast<llvm::AllocaInst>(instruction).isStaticAlloca() ? kAlloca : kDynamicAlloca;
    case Instruction::Load: return MemoryAccess(kLoad, llvm::cast<llvm::LoadInst>(instruction));
    case Instruction::Store: return MemoryAccess(kStore, llvm::cast<llvm::StoreInst>(instruction));
    case Instruction::GetElementPtr: {
      const auto& gep = llvm::cast<llvm::GetElementPtrInst>(instruction);
      return Flagged(gep.hasAllConstantIndices() ? kConstantGep : kVariableGep, gep);
    }
    case Instruction::Trunc: return ByWidth(kTruncTo1, instruction.getType());
    case Instruction::ZExt: return ByWidth(kZExtFrom1, instruction.getOperand(0)->getType());
    case Instruction::SExt: return ByWidth(kSExtFrom1, instruction.getOperand(0)->getType());
    case Instruction::ICmp:
      return Plus(kICmpEq, llvm::cast<llvm::CmpInst>(instruction).getPredicate() -
                               llvm::CmpInst::FIRST_ICMP_PREDICATE);
    case Instruction::FCmp:
      return Plus(kFCmpFalse, llvm::cast<llvm::CmpInst>(instruction).getPredicate());
    case Instruction::PHI:
      return PhiEntry(llvm::cast<llvm::PHINode>(instruction).getNumIncomingValues());
    case Instruction::Call:
    case Instruction::Invoke: return CallEntry(llvm::cast<llvm::CallBase>(instruction));
    default: break;
  }
  if (const std::uint8_t base = FlaggableEntry(instruction.getOpcode())) {
    return Flagged(base, instruction);
  }
  return PlainEntry(instruction.getOpcode());
}

}  // namespace autotune::worker
