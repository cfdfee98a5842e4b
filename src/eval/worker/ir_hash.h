#pragma once

#include <llvm/ADT/DenseMap.h>

#include "core/hash.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// Content hashes of a module: of everything that decides what it does or what a pass may do with
/// it. Left out are what stock tools renumber or what no pass may depend on: names of values,
/// blocks, types and internal symbols (counters behind them restart when a module is reloaded),
/// debug information, the order of use lists. Stable across contexts, processes and machines.
struct ModuleHash {
  Hash128 whole;
  Hash128 context;  ///< all but the bodies
  /// Of each body within its context: references to globals are by their position there. The key
  /// under which a body's evaluation may be remembered while the context stands.
  llvm::DenseMap<const llvm::Function*, Hash128> bodies;
};

/// Time is linear, about 100 ns an instruction.
ModuleHash HashModule(const llvm::Module& module);

}  // namespace autotune::worker
