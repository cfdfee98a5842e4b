#pragma once

#include "core/program_graph.h"

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Returns the graph of a module. The same IR gives the same graph in every process. Debug
/// information and names (except those of library functions) do not matter, nor does the order of
/// use lists.
///
/// Nodes come in the order of the module: the outside, then for each function its arguments, then
/// each instruction, its result, and what it is the first to use: constants and called functions
/// without a body. A constant is one node, whoever uses it. Edges come in the order of the
/// instructions: control, operands, result, calls. Edges of the outside are last.
///
/// As in ProGraML, blocks, metadata and a direct call's callee are no operands. Functions that
/// other modules see are called from outside. If a module has too many nodes or edges, the last
/// ones are cut, and with a node all its edges. Time is linear, apart from returns: each call has
/// an edge from each return of its function.
ProgramGraph MakeProgramGraph(const llvm::Module& module);

}  // namespace autotune::worker
