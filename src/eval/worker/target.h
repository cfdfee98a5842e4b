#pragma once

#include <memory>

#include <llvm/ADT/StringRef.h>

namespace llvm {
class TargetMachine;
}

namespace autotune::worker {

/// Registers every target of the installed LLVM, once a process.
void InitializeTargets();

/// The machine `opt` would make for a module with this triple: generic CPU, no features, so that
/// only function attributes decide. Null for an empty triple or one no target knows.
std::unique_ptr<llvm::TargetMachine> MakeTargetMachine(llvm::StringRef triple);

}  // namespace autotune::worker
