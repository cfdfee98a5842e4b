#pragma once

#include <memory>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace llvm {
class GlobalValue;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// Returns a copy of a module, in its context, with declarations of the globals that `defines` is
/// false for. As `llvm::CloneModule`, but addresses of blocks in variables are those of the copied
/// blocks. `values` becomes the map from values to their copies.
std::unique_ptr<llvm::Module> CopyModule(
    const llvm::Module& module, llvm::ValueToValueMapTy& values,
    llvm::function_ref<bool(const llvm::GlobalValue*)> defines);

}  // namespace autotune::worker
