#include "eval/worker/features.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "core/feature_names.h"

namespace autotune::worker {
namespace {

using llvm::Instruction;

consteval std::size_t Autophase(std::string_view name) {
  const std::size_t index = FindAutophase(name);
  if (index == kAutophaseSize) std::abort();  // an unknown name does not compile
  return index;
}

consteval std::size_t InstCount(std::string_view name) {
  const std::size_t index = FindInstCount(name);
  if (index == kInstCountSize) std::abort();
  return index;
}

constexpr std::size_t kOpcodes = Instruction::OtherOpsEnd;

/// Maps an opcode of our LLVM to its position in InstCount; `kInstCountSize` if LLVM 10 did not
/// have the opcode.
constexpr auto kInstCountOfOpcode = [] {
  std::array<std::size_t, kOpcodes> slots;
  slots.fill(kInstCountSize);
#define HANDLE_INST(N, OPCODE, CLASS) slots[N] = FindInstCount(#OPCODE);
#include <llvm/IR/Instruction.def>
  return slots;
}();
static_assert(
    [] {
      for (std::size_t slot = InstCount("Ret"); slot < kInstCountSize; ++slot) {
        if (std::ranges::count(kInstCountOfOpcode, slot) != 1) return false;
      }
      return true;
    }(),
    "this LLVM has dropped or renamed an opcode that InstCount counts");

/// Maps the position in Autophase of `Num<Opcode>Inst` to that in InstCount of `<Opcode>`.
constexpr auto kInstCountOfAutophase = [] {
  std::array<std::size_t, kAutophaseSize> slots;
  for (std::size_t i = 0; i < kAutophaseSize; ++i) {
    std::string_view name = kAutophaseNames[i];
    slots[i] = kInstCountSize;
    if (!name.starts_with("Num") || !name.ends_with("Inst")) continue;
    name.remove_prefix(3);
    name.remove_suffix(4);
    slots[i] = FindInstCount(name);
  }
  return slots;
}();

class Counter {
 public:
  void Count(const llvm::Function& function) {
    ++functions_;
    for (const llvm::BasicBlock& block : function) {
      ++blocks_;
      CountEdges(block);
      CountContents(block);
    }
  }

  Features Vectors() const;

 private:
  void CountEdges(const llvm::BasicBlock& block);
  void CountContents(const llvm::BasicBlock& block);
  void CountInstruction(const Instruction& instruction);
  void CountConstants(const Instruction& instruction);

  /// Adds `n` to an Autophase feature, whose position is fixed at compile time.
  void Add(std::size_t feature, std::uint32_t n = 1) { autophase_[feature] += n; }

  std::uint32_t functions_ = 0;
  std::uint32_t blocks_ = 0;
  std::uint32_t instructions_ = 0;
  std::array<std::uint32_t, kOpcodes> opcodes_{};
  std::array<std::uint32_t, kAutophaseSize> autophase_{};  ///< all but those of `opcodes_`
};

void Counter::CountEdges(const llvm::BasicBlock& block) {
  const Instruction& terminator = *block.getTerminator();
  const unsigned successors = terminator.getNumSuccessors();
  Add(Autophase("NumEdges"), successors);
  for (unsigned i = 0; i < successors; ++i) {
    if (llvm::isCriticalEdge(&terminator, i)) Add(Autophase("CriticalCount"));
  }

  const auto predecessors = llvm::pred_size(&block);
  if (predecessors == 1) Add(Autophase("onePred"));
  if (predecessors == 2) Add(Autophase("twoPred"));
  if (predecessors > 2) Add(Autophase("morePreds"));
  if (successors == 1) Add(Autophase("oneSuccessor"));
  if (successors == 2) Add(Autophase("twoSuccessor"));
  if (predecessors == 1 && successors == 1) Add(Autophase("onePredOneSuc"));
  if (predecessors == 1 && successors == 2) Add(Autophase("onePredTwoSuc"));
  if (predecessors == 2 && successors == 1) Add(Autophase("twoPredOneSuc"));
  if (predecessors == 2 && successors == 2) Add(Autophase("twoEach"));
}

void Counter::CountContents(const llvm::BasicBlock& block) {
  std::uint32_t instructions = 0;
  std::uint32_t phis = 0;
  std::uint32_t phi_arguments = 0;
  for (const Instruction& instruction : block) {
    if (instruction.isDebugOrPseudoInst()) continue;
    ++instructions;
    CountInstruction(instruction);
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      ++phis;
      phi_arguments += phi->getNumIncomingValues();
    }
  }
  instructions_ += instructions;
  Add(Autophase("ArgsPhi"), phi_arguments);
  if (phis > 0) Add(Autophase("BeginPhi"));  // phis come first in every valid block
  if (phis == 0) Add(Autophase("BBNoPhi"));
  if (phis >= 1 && phis <= 3) Add(Autophase("BB03Phi"));
  if (phis > 3) Add(Autophase("BBHiPhi"));
  if (phi_arguments >= 1 && phi_arguments <= 5) Add(Autophase("BBNumArgsLo"));
  if (phi_arguments > 5) Add(Autophase("BBNumArgsHi"));
  if (instructions < 15) Add(Autophase("BlockLow"));
  if (instructions >= 15 && instructions <= 500) Add(Autophase("BlockMid"));
}

void Counter::CountInstruction(const Instruction& instruction) {
  ++opcodes_[instruction.getOpcode()];
  CountConstants(instruction);
  if (instruction.isBinaryOp()) {
    if (llvm::any_of(instruction.operands(), llvm::IsaPred<llvm::Constant>)) {
      Add(Autophase("binaryConstArg"));
    }
  } else if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (branch->isUnconditional()) Add(Autophase("UncondBranches"));
  } else if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (callee && callee->getReturnType()->isIntegerTy()) Add(Autophase("returnInt"));
  }
}

void Counter::CountConstants(const Instruction& instruction) {
  for (const llvm::Value* operand : instruction.operand_values()) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operand);
    if (!constant) continue;
    if (constant->getBitWidth() == 32) Add(Autophase("const32Bit"));
    if (constant->getBitWidth() == 64) Add(Autophase("const64Bit"));
    if (constant->isZero()) Add(Autophase("numConstZeroes"));
    if (constant->isOne()) Add(Autophase("numConstOnes"));
  }
}

/// Counts the instructions that are a `UnaryInstruction` to LLVM 10; later versions added `freeze`.
std::uint32_t UnaryInstructions(const std::array<std::uint32_t, kInstCountSize>& inst_count) {
  std::uint32_t sum = inst_count[InstCount("FNeg")] + inst_count[InstCount("Alloca")] +
                      inst_count[InstCount("Load")] + inst_count[InstCount("VAArg")] +
                      inst_count[InstCount("ExtractValue")];
  for (auto i = InstCount("Trunc"); i <= InstCount("AddrSpaceCast"); ++i) sum += inst_count[i];
  return sum;
}

Features Counter::Vectors() const {
  Features features{.autophase = autophase_};
  auto& inst_count = features.inst_count;
  auto& autophase = features.autophase;

  inst_count[InstCount("TotalInsts")] = autophase[Autophase("TotalInsts")] = instructions_;
  inst_count[InstCount("TotalBlocks")] = autophase[Autophase("TotalBlocks")] = blocks_;
  inst_count[InstCount("TotalFuncs")] = autophase[Autophase("TotalFuncs")] = functions_;
  for (std::size_t opcode = 0; opcode < kOpcodes; ++opcode) {
    const std::size_t slot = kInstCountOfOpcode[opcode];
    if (slot < kInstCountSize) inst_count[slot] = opcodes_[opcode];
  }
  for (std::size_t i = 0; i < kAutophaseSize; ++i) {
    const std::size_t slot = kInstCountOfAutophase[i];
    if (slot < kInstCountSize) autophase[i] = inst_count[slot];
  }
  autophase[Autophase("BranchCount")] = inst_count[InstCount("Br")];
  autophase[Autophase("TotalMemInst")] =
      inst_count[InstCount("GetElementPtr")] + inst_count[InstCount("Load")] +
      inst_count[InstCount("Store")] + inst_count[InstCount("Call")] +
      inst_count[InstCount("Invoke")] + inst_count[InstCount("Alloca")];
  autophase[Autophase("testUnary")] = UnaryInstructions(inst_count);
  return features;
}

}  // namespace

Features ComputeFeatures(const llvm::Module& module) {
  Counter counter;
  for (const llvm::Function& function : module) {
    if (!function.getName().starts_with("llvm.dbg.")) counter.Count(function);
  }
  return counter.Vectors();
}

}  // namespace autotune::worker
