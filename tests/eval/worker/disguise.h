#pragma once

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace autotune::worker {

/// In every respect but meaning another module than before.
inline void Disguise(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) function.setName("renamed");
    function.reverseUseList();
    for (llvm::Argument& argument : function.args()) argument.setName("argument");
    for (llvm::BasicBlock& block : function) block.reverseUseList();
    for (llvm::BasicBlock& block : function) block.setName("block");
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!instruction.getType()->isVoidTy()) instruction.setName("value");
      instruction.reverseUseList();
    }
  }
}

}  // namespace autotune::worker
