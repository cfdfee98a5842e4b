#pragma once

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Function.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace autotune {

/// A copy of a function's body, to which the function can go back. The function itself stays in
/// its module, so that passes see its name, its linkage and the calls that it makes to itself. The
/// module has one more function while the copy lives.
class SavedBody {
 public:
  /// True if the body can be put back: no block has an address that other code may hold.
  static bool CanHold(const llvm::Function& function) {
    for (const llvm::BasicBlock& block : function) {
      if (block.hasAddressTaken()) return false;
    }
    return true;
  }

  /// Copies the body of `function`, which `CanHold` accepts.
  explicit SavedBody(llvm::Function& function)
      : attributes_(function.getAttributes()),
        holder_(llvm::Function::Create(function.getFunctionType(),
                                       llvm::GlobalValue::PrivateLinkage,
                                       function.getAddressSpace(), "", function.getParent())) {
#if LLVM_VERSION_MAJOR < 21  // later ones have one format
    holder_->setIsNewDbgInfoFormat(function.IsNewDbgInfoFormat);
#endif
    llvm::ValueToValueMapTy copies;
    auto* copy = holder_->arg_begin();
    for (llvm::Argument& argument : function.args()) copies[&argument] = copy++;
    for (const llvm::BasicBlock& block : function) {
      copies[&block] = llvm::CloneBasicBlock(&block, copies, "", holder_);
    }
    // CloneFunctionInto would make new metadata for the function's scopes.
    const llvm::RemapFlags flags = llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals;
    for (llvm::BasicBlock& block : *holder_) {
      for (llvm::Instruction& instruction : block) {
        llvm::RemapDbgRecordRange(function.getParent(), instruction.getDbgRecordRange(), copies,
                                  flags);
        llvm::RemapInstruction(&instruction, copies, flags);
      }
    }
  }

  ~SavedBody() { holder_->eraseFromParent(); }
  SavedBody(const SavedBody&) = delete;
  SavedBody& operator=(const SavedBody&) = delete;

  /// Gives `function`, from which the body came, this body and the attributes of that time.
  /// Analyses of the function are void afterwards. May be called once.
  void PutBack(llvm::Function& function) {
    for (llvm::BasicBlock& block : function) block.dropAllReferences();
    while (!function.empty()) function.begin()->eraseFromParent();
    function.splice(function.begin(), holder_);
    auto* own = function.arg_begin();
    for (llvm::Argument& argument : holder_->args()) argument.replaceAllUsesWith(own++);
    function.setAttributes(attributes_);
  }

 private:
  llvm::AttributeList attributes_;
  llvm::Function* holder_;  ///< in the module, since a verifier looks at all users of a global
};

}  // namespace autotune
