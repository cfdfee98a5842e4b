#pragma once

#include <memory>

#include <llvm/Support/Error.h>

#include "core/code_model.h"
#include "core/result.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace autotune::worker {

/// Returns the code model of a module's object size: `asked`, with the relocation model that holds
/// for this module. Errors: `kInvalidArgument`, one line with the choices, if the module's target
/// does not know the relocation model, the CPU or a feature. A target that LLVM does not know is no
/// error here: generating code fails later.
Result<CodeModel> ResolveCodeModel(const llvm::Module& module, const CodeModel& asked);

/// Makes the target machine that `llc` makes for a module (for the host if it has no triple), with
/// the flags of `LlcFlags`. `model` need not be resolved. Errors: LLVM has no such target.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> MakeCodeGenerator(const llvm::Module& module,
                                                                       const CodeModel& model);

}  // namespace autotune::worker
