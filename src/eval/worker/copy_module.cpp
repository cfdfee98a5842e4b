#include "eval/worker/copy_module.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace autotune::worker {
namespace {

/// Makes the addresses of a function's blocks those of the copied blocks.
void CorrectLabels(const llvm::Function& function, llvm::ValueToValueMapTy& values) {
  for (const llvm::BasicBlock& block : function) {
    if (!block.hasAddressTaken()) continue;
    auto* const its = llvm::cast_or_null<llvm::BasicBlock>(values.lookup(&block));
    if (!its) continue;
    auto* const old = const_cast<llvm::BasicBlock*>(&block);
    llvm::Function* const copy = its->getParent();
    llvm::BlockAddress::get(copy, old)->replaceAllUsesWith(llvm::BlockAddress::get(copy, its));
  }
}

}  // namespace

std::unique_ptr<llvm::Module> CopyModule(
    const llvm::Module& module, llvm::ValueToValueMapTy& values,
    llvm::function_ref<bool(const llvm::GlobalValue*)> defines) {
  auto copy = llvm::CloneModule(module, values, defines);
  // LLVM copies variables first, when there are no such blocks yet.
  for (const llvm::Function& function : module) CorrectLabels(function, values);
  return copy;
}

}  // namespace autotune::worker
