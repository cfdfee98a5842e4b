#pragma once

#include <memory>
#include <string>

#include <llvm/ADT/StringRef.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/TargetParser/Triple.h>

#include "eval/client/worker_pool.h"

namespace llvm {
class TargetMachine;
}

namespace autotune::worker {

/// Registers every target of the installed LLVM, once per process.
void InitializeTargets();

/// Returns a triple as LLVM's machine factories take it: as text before LLVM 21.
#if LLVM_VERSION_MAJOR < 21
inline const std::string& TripleArgument(const llvm::Triple& triple) { return triple.str(); }
#else
inline const llvm::Triple& TripleArgument(const llvm::Triple& triple) { return triple; }
#endif

/// Makes the machine that `opt` (or `clang`) makes for a module with this triple. `opt` names no
/// CPU, so only function attributes decide. `clang` names its default CPU and compiles
/// position-independently, which changes the costs that passes ask for. Null for an empty triple or
/// one that no target knows.
std::unique_ptr<llvm::TargetMachine> MakeTargetMachine(
    llvm::StringRef triple, PipelineTuning tuning = PipelineTuning::kOpt);

}  // namespace autotune::worker
