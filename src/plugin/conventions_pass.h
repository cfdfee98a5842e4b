#pragma once

#include <llvm/IR/CallingConv.h>

namespace llvm {
class Function;
class Module;
class PassBuilder;
}  // namespace llvm

namespace autotune {

/// Attribute of a function that is to preserve no register, and its only value.
inline constexpr char kConventionAttribute[] = "autotune-convention";
inline constexpr char kPreserveNone[] = "preserve_nonecc";

/// True if the function may preserve no register, which changes nothing but code: on x86-64 with
/// ELF, of local linkage, with few and scalar parameters, if all its uses are plain calls.
///
/// LLVM 19 keeps no base pointer across such calls. So functions with a caller that may need one
/// are left alone, and no pass may follow that makes one need it. AArch64 is left out: there LLVM
/// 19 forgets the convention for parameters that are `returned`, in `optnone` callers, and where
/// registers are reserved.
bool MayChangeConvention(const llvm::Function& function);

/// Gives the function and its calls a convention. It must be one that `MayChangeConvention`.
void GiveConvention(llvm::Function& function, llvm::CallingConv::ID convention);

/// Lets each function with the attribute preserve no register, if that may change, and takes the
/// attribute off. Other values change nothing.
void GiveNamedConventions(llvm::Module& module);

/// Makes `autotune-conventions` an element of module pipelines, which does that.
void RegisterConventionsPass(llvm::PassBuilder& builder);

}  // namespace autotune
