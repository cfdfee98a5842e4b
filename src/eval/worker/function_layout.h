#pragma once

#include <cstdint>
#include <vector>

#include <llvm/ADT/DenseMap.h>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
}  // namespace llvm

namespace autotune::worker {

/// The positions of a function's instructions and blocks, in the order it lists them. Loops are
/// guessed from that order, which compilers and passes keep close to the flow of control. A loop is
/// everything from a block to the last block that jumps back to it. Debug intrinsics are left out.
class FunctionLayout {
 public:
  struct Block {
    const llvm::BasicBlock* block;
    std::uint32_t first;         ///< number of its first instruction
    std::uint32_t predecessors;  ///< edges, each counted
    std::uint32_t depth;         ///< loops around it, including its own if it is a header
    bool header;
  };

  /// Reads a function with a body. Time is linear in its size.
  explicit FunctionLayout(const llvm::Function& function);

  const std::vector<Block>& blocks() const { return blocks_; }
  std::uint32_t NumberOf(const llvm::Instruction* instruction) const {
    return numbers_.lookup(instruction);
  }
  /// Returns the position of a block in `blocks`.
  std::uint32_t IndexOf(const llvm::BasicBlock* block) const { return indices_.lookup(block); }
  /// Returns the position in `blocks` of the block that holds instruction `number`.
  std::uint32_t BlockOf(std::uint32_t number) const;
  /// Returns the number after that of the block's last instruction.
  std::uint32_t EndOf(std::uint32_t block) const {
    return block + 1 < blocks_.size() ? blocks_[block + 1].first : numbers_.size();
  }

 private:
  void FindLoops();

  std::vector<Block> blocks_;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> indices_;
  llvm::DenseMap<const llvm::Instruction*, std::uint32_t> numbers_;
};

}  // namespace autotune::worker
