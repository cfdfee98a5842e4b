#pragma once

#include <memory>
#include <string>

#include <llvm/ADT/StringRef.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/TargetParser/Triple.h>

#include "eval/worker_pool.h"

namespace llvm {
class TargetMachine;
}

namespace autotune::worker {

/// Registers every target of the installed LLVM, once a process.
void InitializeTargets();

/// A triple as LLVM's factories of machines want it: text, until LLVM 21.
#if LLVM_VERSION_MAJOR < 21
inline const std::string& TripleArgument(const llvm::Triple& triple) { return triple.str(); }
#else
inline const llvm::Triple& TripleArgument(const llvm::Triple& triple) { return triple; }
#endif

/// The machine that `opt` (or `clang`) makes for a module with this triple. `opt` names no CPU, so
/// that only function attributes decide; `clang` names its default one and compiles
/// position-independently, which moves the costs that passes ask for. Null for an empty triple or
/// one no target knows.
std::unique_ptr<llvm::TargetMachine> MakeTargetMachine(
    llvm::StringRef triple, PipelineTuning tuning = PipelineTuning::kOpt);

}  // namespace autotune::worker
