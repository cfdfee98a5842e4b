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

/// Where the instructions and blocks of a function are, in the order it lists them. Loops are
/// guessed from that order, which compilers and passes keep close to the flow of control: all that
/// lies between a block and the last one that jumps back to it. Debug intrinsics are not there.
class FunctionLayout {
 public:
  struct Block {
    const llvm::BasicBlock* block;
    std::uint32_t first;         ///< number of its first instruction
    std::uint32_t predecessors;  ///< edges, each counted
    std::uint32_t depth;         ///< loops around it, its own included where it is a header
    bool header;
  };

  /// Linear in the size of the function, which has a body.
  explicit FunctionLayout(const llvm::Function& function);

  const std::vector<Block>& blocks() const { return blocks_; }
  std::uint32_t NumberOf(const llvm::Instruction* instruction) const {
    return numbers_.lookup(instruction);
  }
  /// Position in `blocks`.
  std::uint32_t IndexOf(const llvm::BasicBlock* block) const { return indices_.lookup(block); }
  /// Position in `blocks` of the one that instruction `number` is in.
  std::uint32_t BlockOf(std::uint32_t number) const;
  /// The end of the block's instructions.
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
