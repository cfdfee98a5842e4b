#include "eval/worker/token_fields.h"

#include <algorithm>
#include <cstddef>

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include "eval/worker/function_layout.h"
#include "eval/worker/opcode_token.h"

namespace autotune::worker {
namespace {

using llvm::dyn_cast;
using llvm::Instruction;
using llvm::isa;

// The order of entries is part of the meaning of stored weights: `kIrTokensVersion`.

constexpr std::uint8_t kFirstEntry = kMaskToken + 1;

template <TokenField Field, typename Entry>
constexpr bool Fits(Entry entries) {
  return entries <= kTokenVocabulary[static_cast<std::size_t>(Field)];
}

template <typename Entry>
Entry Plus(Entry base, std::uint32_t offset) {
  return static_cast<Entry>(base + offset);
}

// --- Operands ---

enum OperandEntry : std::uint8_t {
  kNoOperand = kFirstEntry,  // also for operands that are no values: blocks, metadata
  kZero,
  kOne,
  kMinusOne,
  kPowerOfTwo,
  kSmall,  // fits in 9 bits with its sign
  kLarge,
  kReal,
  kNull,
  kUndefined,
  kOtherConstant,
  kConstantGlobal,
  kVariableGlobal,
  kFunction,
  kArgument,
  kStackSlot,
  kPrevious,  // the preceding instruction
  kNear,      // in the block, at most kNearby before; by kind: phi, load, call, other
  kFar = kNear + 4,
  kEarlierBlock = kFar + 4,
  kLater = kEarlierBlock + 4,  // used around a loop
  kOperandEntries,
};
static_assert(Fits<TokenField::kOperand0>(kOperandEntries) &&
              Fits<TokenField::kOperand1>(kOperandEntries) &&
              Fits<TokenField::kOperand2>(kOperandEntries));

constexpr std::uint32_t kNearby = 8;

OperandEntry IntegerEntry(const llvm::APInt& value) {
  if (value.isZero()) return kZero;
  if (value.isOne()) return kOne;
  if (value.isAllOnes()) return kMinusOne;
  if (value.isPowerOf2()) return kPowerOfTwo;
  return value.getSignificantBits() <= 9 ? kSmall : kLarge;
}

OperandEntry ConstantEntry(const llvm::Constant& constant) {
  if (const auto* integer = dyn_cast<llvm::ConstantInt>(&constant)) {
    return IntegerEntry(integer->getValue());
  }
  if (isa<llvm::ConstantFP>(constant)) return kReal;
  if (isa<llvm::ConstantPointerNull>(constant)) return kNull;
  if (isa<llvm::UndefValue>(constant)) return kUndefined;  // also poison
  if (isa<llvm::Function>(constant)) return kFunction;
  if (isa<llvm::GlobalValue>(constant)) {
    const auto* variable = dyn_cast<llvm::GlobalVariable>(&constant);
    return variable && variable->isConstant() ? kConstantGlobal : kVariableGlobal;
  }
  if (constant.getType()->isVectorTy()) {
    if (const llvm::Constant* splat = constant.getSplatValue()) return ConstantEntry(*splat);
  }
  return kOtherConstant;
}

std::uint32_t DefinitionKind(const Instruction& definition) {
  if (isa<llvm::PHINode>(definition)) return 0;
  if (isa<llvm::LoadInst>(definition)) return 1;
  return isa<llvm::CallBase>(definition) ? 2 : 3;
}

// --- Types ---

enum TypeEntry : std::uint8_t {
  kVoid = kFirstEntry,
  kInt1,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kOtherInt,
  kHalf,  // also bfloat
  kFloat,
  kDouble,
  kOtherReal,
  kPointer,
  kOtherPointer,  // not in address space 0
  kVector,        // of each scalar class from kInt1 to kOtherPointer
  kScalableVector = kVector + (kOtherPointer - kInt1) + 1,
  kStruct,
  kArray,  // of at most kSmallArray elements
  kLargeArray,
  kOtherType,
  kTypeEntries,
};
static_assert(Fits<TokenField::kType>(kTypeEntries));

constexpr std::uint64_t kSmallArray = 16;

TypeEntry IntEntry(unsigned width) {
  switch (width) {
    case 1: return kInt1;
    case 8: return kInt8;
    case 16: return kInt16;
    case 32: return kInt32;
    case 64: return kInt64;
    default: return kOtherInt;
  }
}

TypeEntry EntryOf(const llvm::Type& type) {
  if (type.isIntegerTy()) return IntEntry(type.getIntegerBitWidth());
  if (type.isHalfTy() || type.isBFloatTy()) return kHalf;
  if (type.isFloatTy()) return kFloat;
  if (type.isDoubleTy()) return kDouble;
  if (type.isFloatingPointTy()) return kOtherReal;
  if (type.isPointerTy()) return type.getPointerAddressSpace() == 0 ? kPointer : kOtherPointer;
  if (isa<llvm::ScalableVectorType>(type)) return kScalableVector;
  if (type.isVectorTy()) return Plus(kVector, EntryOf(*type.getScalarType()) - kInt1);
  if (type.isStructTy()) return kStruct;
  if (type.isArrayTy()) return type.getArrayNumElements() <= kSmallArray ? kArray : kLargeArray;
  return type.isVoidTy() ? kVoid : kOtherType;
}

/// Returns the type that tells most about the instruction.
const llvm::Type& TypeOf(const Instruction& instruction) {
  if (isa<llvm::StoreInst, llvm::CmpInst, llvm::ReturnInst, llvm::SwitchInst>(instruction) &&
      instruction.getNumOperands() > 0) {
    return *instruction.getOperand(0)->getType();
  }
  if (const auto* slot = dyn_cast<llvm::AllocaInst>(&instruction)) return *slot->getAllocatedType();
  if (const auto* gep = dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    return *gep->getSourceElementType();
  }
  return *instruction.getType();
}

// --- Uses ---

enum UsesEntry : std::uint8_t {
  kNoResult = kFirstEntry,
  kUnused,
  kUsedNext,       // once, by the next instruction
  kUsedNear,       // once, in the block, at most kNearby later
  kUsedFar,        // once, in the block
  kUsedElsewhere,  // once, in another block
  kUsedByPhi,      // once
  kUsedAround,     // once, by a phi of this block or an earlier one
  kTwo,            // all in the block; some elsewhere
  kFew = kTwo + 2,
  kMany = kFew + 2,
  kUsesEntries = kMany + 2,
};
static_assert(Fits<TokenField::kUses>(kUsesEntries));

constexpr std::size_t kFewUses = 7;

// --- Blocks ---

enum BlockEntry : std::uint8_t {
  kBeginsFunction = kFirstEntry,       // visible to others; visible to this module only
  kBeginsShort = kBeginsFunction + 2,  // block of at most kShortBlock; by number of predecessors
  kBeginsLong = kBeginsShort + 4,
  kInside = kBeginsLong + 4,
  kBlockEntries = kInside + 4,
};
static_assert(Fits<TokenField::kBlock>(kBlockEntries));

constexpr std::uint32_t kShortBlock = 4;
constexpr std::uint32_t kMostPredecessors = 3;

// --- Flow ---

enum FlowEntry : std::uint8_t {
  // Any non-terminator: by depth of the loop, at most kMostDepth
  kDepth = kFirstEntry,
  kHeaderDepth = kDepth + 5,
  // Terminators
  kToNext = kHeaderDepth + 5,
  kForward,
  kForwardOut,  // out of a loop
  kBack,
  kFork,
  kForkOut,  // one target or both are out of a loop
  kForkBackIfTrue,
  kForkBackIfFalse,
  kSmallSwitch,
  kSwitch,
  kLargeSwitch,
  kSwitchBack,  // at least one target is back
  kReturn,
  kDeadEnd,
  kInvoke,
  kUnwind,
  kOtherFlow,
  kFlowEntries,
};
static_assert(Fits<TokenField::kFlow>(kFlowEntries));

constexpr std::uint32_t kMostDepth = 4;

class Tokenizer {
 public:
  Tokenizer(const FunctionLayout& layout, std::uint32_t block) : layout_(layout), index_(block) {}

  IrToken Token(const Instruction& instruction, std::uint32_t number) const {
    IrToken token{};
    const auto field = [&](TokenField which) -> std::uint8_t& {
      return token[static_cast<std::size_t>(which)];
    };
    field(TokenField::kOpcode) = OpcodeToken(instruction);
    field(TokenField::kType) = EntryOf(TypeOf(instruction));
    field(TokenField::kOperand0) = Operand(instruction, number, 0);
    field(TokenField::kOperand1) = Operand(instruction, number, 1);
    field(TokenField::kOperand2) = Operand(instruction, number, 2);
    field(TokenField::kUses) = Uses(instruction, number);
    field(TokenField::kBlock) = Place(number);
    field(TokenField::kFlow) = instruction.isTerminator() ? Terminator(instruction) : Depth();
    return token;
  }

 private:
  const FunctionLayout::Block& block() const { return layout_.blocks()[index_]; }

  OperandEntry Operand(const Instruction& instruction, std::uint32_t number, unsigned which) const;
  UsesEntry Uses(const Instruction& instruction, std::uint32_t number) const;
  BlockEntry Place(std::uint32_t number) const;
  FlowEntry Depth() const;
  FlowEntry Terminator(const Instruction& terminator) const;
  FlowEntry Fork(std::uint32_t if_true, std::uint32_t if_false) const;

  const FunctionLayout& layout_;
  const std::uint32_t index_;
};

OperandEntry Tokenizer::Operand(const Instruction& instruction, std::uint32_t number,
                                unsigned which) const {
  const auto* call = dyn_cast<llvm::CallBase>(&instruction);
  if (which >= (call ? call->arg_size() : instruction.getNumOperands())) return kNoOperand;
  const llvm::Value* operand = instruction.getOperand(which);
  if (isa<llvm::Argument>(operand)) return kArgument;
  if (const auto* constant = dyn_cast<llvm::Constant>(operand)) return ConstantEntry(*constant);
  const auto* definition = dyn_cast<Instruction>(operand);
  if (!definition) return kNoOperand;
  if (isa<llvm::AllocaInst>(definition)) return kStackSlot;
  const std::uint32_t kind = DefinitionKind(*definition);
  if (definition->getParent() != block().block) {
    return layout_.IndexOf(definition->getParent()) < index_ ? Plus(kEarlierBlock, kind) : kLater;
  }
  const std::uint32_t defined = layout_.NumberOf(definition);
  if (defined >= number) return kLater;
  if (defined + 1 == number) return kPrevious;
  return Plus(number - defined <= kNearby ? kNear : kFar, kind);
}

UsesEntry Tokenizer::Uses(const Instruction& instruction, std::uint32_t number) const {
  if (instruction.getType()->isVoidTy()) return kNoResult;
  // The order of use lists is no part of the IR, so nothing here depends on it.
  std::size_t uses = 0;
  bool elsewhere = false;
  const Instruction* user = nullptr;
  for (const llvm::User* any : instruction.users()) {
    user = llvm::cast<Instruction>(any);
    elsewhere |= user->getParent() != block().block;
    ++uses;
  }
  if (uses == 0) return kUnused;
  if (uses > 1) return Plus(uses == 2 ? kTwo : uses <= kFewUses ? kFew : kMany, elsewhere);
  if (isa<llvm::PHINode>(user)) {
    return layout_.IndexOf(user->getParent()) <= index_ ? kUsedAround : kUsedByPhi;
  }
  if (elsewhere) return kUsedElsewhere;
  const std::uint32_t distance = layout_.NumberOf(user) - number;
  return distance == 1 ? kUsedNext : distance <= kNearby ? kUsedNear : kUsedFar;
}

BlockEntry Tokenizer::Place(std::uint32_t number) const {
  if (number == 0) {
    return Plus(kBeginsFunction, block().block->getParent()->hasLocalLinkage());
  }
  const std::uint32_t predecessors = std::min(block().predecessors, kMostPredecessors);
  if (number > block().first) return Plus(kInside, predecessors);
  const bool is_short = layout_.EndOf(index_) - block().first <= kShortBlock;
  return Plus(is_short ? kBeginsShort : kBeginsLong, predecessors);
}

FlowEntry Tokenizer::Depth() const {
  return Plus(block().header ? kHeaderDepth : kDepth, std::min(block().depth, kMostDepth));
}

FlowEntry Tokenizer::Fork(std::uint32_t if_true, std::uint32_t if_false) const {
  if (if_true <= index_) return kForkBackIfTrue;
  if (if_false <= index_) return kForkBackIfFalse;
  const std::uint32_t depth =
      std::min(layout_.blocks()[if_true].depth, layout_.blocks()[if_false].depth);
  return depth < block().depth ? kForkOut : kFork;
}

FlowEntry Tokenizer::Terminator(const Instruction& terminator) const {
  const auto target = [&](unsigned i) { return layout_.IndexOf(terminator.getSuccessor(i)); };
  const unsigned successors = terminator.getNumSuccessors();
  switch (terminator.getOpcode()) {
    case Instruction::Br: {
      if (successors == 2) return Fork(target(0), target(1));
      const std::uint32_t to = target(0);
      if (to <= index_) return kBack;
      if (layout_.blocks()[to].depth < block().depth) return kForwardOut;
      return to == index_ + 1 ? kToNext : kForward;
    }
    case Instruction::Switch:
      for (unsigned i = 0; i < successors; ++i) {
        if (target(i) <= index_) return kSwitchBack;
      }
      return successors <= 5 ? kSmallSwitch : successors <= 17 ? kSwitch : kLargeSwitch;
    case Instruction::Ret: return kReturn;
    case Instruction::Unreachable: return kDeadEnd;
    case Instruction::Invoke: return kInvoke;
    case Instruction::Resume: return kUnwind;
    default: return successors == 0 ? kUnwind : kOtherFlow;
  }
}

}  // namespace

std::uint8_t TypeToken(const llvm::Type& type) { return EntryOf(type); }

std::vector<IrToken> TokenizeRange(const FunctionLayout& layout, std::uint32_t begin,
                                   std::uint32_t end) {
  std::vector<IrToken> tokens;
  for (std::uint32_t block = layout.BlockOf(begin); tokens.size() < end - begin; ++block) {
    const Tokenizer tokenizer(layout, block);
    std::uint32_t number = layout.blocks()[block].first;
    for (const Instruction& instruction : *layout.blocks()[block].block) {
      if (instruction.isDebugOrPseudoInst()) continue;
      if (number >= begin && number < end) tokens.push_back(tokenizer.Token(instruction, number));
      ++number;
    }
  }
  return tokens;
}

}  // namespace autotune::worker
