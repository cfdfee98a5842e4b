#pragma once

#include "core/program.h"

namespace llvm {
class Module;
}

namespace autotune::worker {

/// CompilerGym's Autophase-56 and InstCount-70 vectors, summed over every function of the module,
/// in one pass over it. What CompilerGym (LLVM 10) counts, whatever LLVM we are built against:
/// - `testUnary` has no `freeze`, which became a `UnaryInstruction` to LLVM later;
/// - an opcode that LLVM 10 did not have counts in the totals only;
/// but for one thing: CompilerGym counts debug intrinsics and pseudo probes as calls, and we don't
/// count them (nor the debug intrinsics' declarations, which LLVM adds and drops as it pleases), so
/// that `TotalInsts` is `llvm::Module::getInstructionCount()`.
///
/// Every block has its terminator.
Features ComputeFeatures(const llvm::Module& module);

}  // namespace autotune::worker
