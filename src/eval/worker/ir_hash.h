#pragma once

#include <llvm/ADT/DenseMap.h>

#include "core/hash.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// Content hashes of a module, over everything that decides its behaviour or what a pass may do
/// with it. They are stable across contexts, processes and machines.
///
/// Left out are things that stock tools renumber or that no pass may depend on. These are names of
/// values, blocks, types and internal symbols, debug information, and the order of use lists.
/// (Counters behind the names restart when a module is reloaded.)
struct ModuleHash {
  Hash128 whole;
  Hash128 context;  ///< hash of everything but the bodies
  /// Hash of each body within its context: references to globals are by their position there. A
  /// body's evaluation may be remembered under this key while the context stays the same.
  llvm::DenseMap<const llvm::Function*, Hash128> bodies;
};

/// Hashes a module. Time is linear, about 100 ns per instruction.
ModuleHash HashModule(const llvm::Module& module);

}  // namespace autotune::worker
