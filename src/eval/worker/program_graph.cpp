#include "eval/worker/program_graph.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "eval/worker/opcode_token.h"
#include "eval/worker/token_fields.h"

namespace autotune::worker {
namespace {

using llvm::Instruction;

constexpr std::size_t kOutside = 0;
constexpr std::size_t kMostPositions = std::numeric_limits<std::uint16_t>::max();

/// Returns the first instruction from here on that is no debug intrinsic; null if there is none.
const Instruction* Counted(const Instruction* instruction) {
  while (instruction && instruction->isDebugOrPseudoInst())
    instruction = instruction->getNextNode();
  return instruction;
}

/// Returns the function that the instruction calls directly, null if there is none.
const llvm::Function* Callee(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call ? call->getCalledFunction() : nullptr;
}

/// Returns true for an operand that is a node.
bool IsData(const Instruction& instruction, const llvm::Use& operand) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call && call->isCallee(&operand) && call->getCalledFunction()) return false;
  return !llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue, llvm::InlineAsm>(operand.get());
}

class GraphMaker {
 public:
  explicit GraphMaker(const llvm::Module& module) : module_(module) {}

  ProgramGraph Make() {
    AddNode(NodeKind::kInstruction, kOutsideText);
    for (const llvm::Function& function : module_) NumberFunction(function);
    for (const llvm::Function& function : module_) {
      for (const Instruction& instruction : llvm::instructions(function)) {
        if (!instruction.isDebugOrPseudoInst()) AddEdgesOf(instruction);
      }
    }
    for (const llvm::Function& function : module_) {
      if (!function.isDeclaration() && !function.hasLocalLinkage()) AddCall(kOutside, function);
    }
    return std::move(graph_);
  }

 private:
  using Nodes = llvm::DenseMap<const llvm::Value*, std::size_t>;

  std::size_t AddNode(NodeKind kind, std::uint16_t text) {
    if (graph_.nodes.size() < kMaxGraphNodes) graph_.nodes.push_back({kind, text});
    return next_node_++;
  }
  std::size_t AddValue(NodeKind kind, const llvm::Value& value) {
    return AddNode(kind, static_cast<std::uint16_t>(kFirstTypeText + TypeToken(*value.getType())));
  }
  /// Adds an edge, unless it or one of its nodes is too many.
  void AddEdge(std::size_t from, std::size_t to, EdgeFlow flow, std::size_t position) {
    if (std::max(from, to) >= kMaxGraphNodes || graph_.edges.size() >= kMaxGraphEdges) return;
    graph_.edges.push_back({static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), flow,
                            static_cast<std::uint16_t>(std::min(position, kMostPositions))});
  }

  void NumberFunction(const llvm::Function& function);
  void AddEdgesOf(const Instruction& instruction);
  void AddCall(std::size_t call, const llvm::Function& callee);

  const llvm::Module& module_;
  ProgramGraph graph_;
  std::size_t next_node_ = 0;  // grows even if a node is cut
  Nodes instructions_;         // and called functions without a body
  Nodes values_;               // arguments, results and constants
  /// Returns of functions with a body.
  llvm::DenseMap<const llvm::Function*, std::vector<std::size_t>> returns_;
};

void GraphMaker::NumberFunction(const llvm::Function& function) {
  for (const llvm::Argument& argument : function.args()) {
    if (function.isDeclaration()) break;
    values_[&argument] = AddValue(NodeKind::kVariable, argument);
  }
  for (const Instruction& instruction : llvm::instructions(function)) {
    if (instruction.isDebugOrPseudoInst()) continue;
    const std::size_t node = AddNode(NodeKind::kInstruction, OpcodeToken(instruction));
    instructions_[&instruction] = node;
    if (llvm::isa<llvm::ReturnInst>(instruction)) returns_[&function].push_back(node);
    if (!instruction.getType()->isVoidTy()) {
      values_[&instruction] = AddValue(NodeKind::kVariable, instruction);
    }
    for (const llvm::Use& operand : instruction.operands()) {
      if (!llvm::isa<llvm::Constant>(operand) || !IsData(instruction, operand)) continue;
      const auto [constant, is_new] = values_.try_emplace(operand.get());
      if (is_new) constant->second = AddValue(NodeKind::kConstant, *operand);
    }
    const llvm::Function* callee = Callee(instruction);
    if (!callee || !callee->isDeclaration()) continue;
    const auto [declaration, is_new] = instructions_.try_emplace(callee);
    if (is_new) declaration->second = AddNode(NodeKind::kInstruction, kDeclarationText);
  }
}

void GraphMaker::AddEdgesOf(const Instruction& instruction) {
  const std::size_t node = instructions_.at(&instruction);
  if (instruction.isTerminator()) {
    for (unsigned i = 0; i < instruction.getNumSuccessors(); ++i) {
      const Instruction* to = Counted(&instruction.getSuccessor(i)->front());
      AddEdge(node, instructions_.at(to), EdgeFlow::kControl, i);
    }
  } else {
    AddEdge(node, instructions_.at(Counted(instruction.getNextNode())), EdgeFlow::kControl, 0);
  }
  for (const llvm::Use& operand : instruction.operands()) {
    if (!IsData(instruction, operand)) continue;
    AddEdge(values_.at(operand.get()), node, EdgeFlow::kData, operand.getOperandNo());
  }
  if (const auto result = values_.find(&instruction); result != values_.end()) {
    AddEdge(node, result->second, EdgeFlow::kData, 0);
  }
  if (const llvm::Function* callee = Callee(instruction)) AddCall(node, *callee);
}

void GraphMaker::AddCall(std::size_t call, const llvm::Function& callee) {
  if (callee.isDeclaration()) {
    const std::size_t declaration = instructions_.at(&callee);
    AddEdge(call, declaration, EdgeFlow::kCall, 0);
    AddEdge(declaration, call, EdgeFlow::kCall, 0);
    return;
  }
  const Instruction* first = Counted(&callee.getEntryBlock().front());
  AddEdge(call, instructions_.at(first), EdgeFlow::kCall, 0);
  for (const std::size_t end : returns_[&callee]) AddEdge(end, call, EdgeFlow::kCall, 0);
}

}  // namespace

ProgramGraph MakeProgramGraph(const llvm::Module& module) { return GraphMaker(module).Make(); }

}  // namespace autotune::worker
