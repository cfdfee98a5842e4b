#include "eval/worker/function_layout.h"

#include <algorithm>
#include <iterator>

#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>

namespace autotune::worker {

FunctionLayout::FunctionLayout(const llvm::Function& function) {
  std::uint32_t number = 0;
  for (const llvm::BasicBlock& block : function) {
    indices_[&block] = static_cast<std::uint32_t>(blocks_.size());
    blocks_.push_back({&block, number, 0, 0, false});
    for (const llvm::Instruction& instruction : block) {
      if (!instruction.isDebugOrPseudoInst()) numbers_[&instruction] = number++;
    }
  }
  FindLoops();
}

void FunctionLayout::FindLoops() {
  std::vector<std::uint32_t> ends(blocks_.size(), 0);  // of the loop from a block; 0: none
  for (std::uint32_t from = 0; from < blocks_.size(); ++from) {
    for (const llvm::BasicBlock* successor : llvm::successors(blocks_[from].block)) {
      const std::uint32_t to = IndexOf(successor);
      ++blocks_[to].predecessors;
      if (to <= from) ends[to] = from + 1;
    }
  }
  std::vector<std::uint32_t> ending(blocks_.size() + 1, 0);
  std::uint32_t depth = 0;
  for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
    depth -= ending[i];
    blocks_[i].header = ends[i] > 0;
    if (blocks_[i].header) {
      ++depth;
      ++ending[ends[i]];
    }
    blocks_[i].depth = depth;
  }
}

std::uint32_t FunctionLayout::BlockOf(std::uint32_t number) const {
  const auto after = std::ranges::upper_bound(blocks_, number, {}, &Block::first);
  return static_cast<std::uint32_t>(std::distance(blocks_.begin(), after)) - 1;
}

}  // namespace autotune::worker
