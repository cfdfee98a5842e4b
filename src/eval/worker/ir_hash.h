#pragma once

#include "core/hash.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// Content hash of a module: everything that decides what it does or what a pass may do with it.
/// Left out are what stock tools renumber or what no pass may depend on: names of values, blocks,
/// types and internal symbols (counters behind them restart when a module is reloaded), debug
/// information, the order of use lists. Stable across contexts, processes and machines.
/// Time is linear; about 100 ns an instruction.
Hash128 HashModule(const llvm::Module& module);

/// Content hash of one body within its module: references to globals are by their position there.
/// The key under which a body's evaluation may be remembered while the rest of the module stands.
Hash128 HashFunction(const llvm::Function& function);

}  // namespace autotune::worker
