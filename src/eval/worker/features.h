#pragma once

#include "core/program.h"

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Returns CompilerGym's Autophase-56 and InstCount-70 vectors, summed over every function of the
/// module, in one pass over it. Every block must have its terminator.
///
/// The counts are those of CompilerGym (LLVM 10), for any LLVM that we are built with. `testUnary`
/// has no `freeze`, which LLVM made a `UnaryInstruction` later. An opcode that LLVM 10 did not have
/// counts in the totals only.
///
/// One thing differs. CompilerGym counts debug intrinsics and pseudo probes as calls; we count
/// neither these nor the debug intrinsics' declarations, which LLVM adds and drops as it pleases.
/// `TotalInsts` is therefore `llvm::Module::getInstructionCount()`.
Features ComputeFeatures(const llvm::Module& module);

}  // namespace autotune::worker
