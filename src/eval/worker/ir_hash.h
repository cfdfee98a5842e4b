#pragma once

#include <cstdint>

#include <llvm/ADT/DenseMap.h>

#include "core/hash.h"

namespace llvm {
class Function;
class GlobalVariable;
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
  std::uint64_t instructions = 0;  ///< as `llvm::Module::getInstructionCount`, which takes longer
};

/// Hashes a module. Time is linear, about 100 ns per instruction.
ModuleHash HashModule(const llvm::Module& module);

/// Keys under which generated code may be remembered while a program is changed by passes.
///
/// References to globals are by name, properties and small constant contents, and not by position.
/// So a function keeps its key while others come and go. Names of private and internal symbols
/// count: only keys of a program, its parts and its variants may be compared, in one process.
struct CodeHash {
  Hash128 data;  ///< hash of everything but functions, and of what is referred to from there
  /// Hash of each body with its function's own properties.
  llvm::DenseMap<const llvm::Function*, Hash128> bodies;
};

/// Hashes a module's code. Time is linear, about 100 ns per instruction.
CodeHash HashCode(const llvm::Module& module);

/// Size limit, in bytes, of constants whose contents count where they are referred to. Code
/// generation may copy such contents into the code, as for `memcpy` from a short string.
inline constexpr std::uint64_t kSmallConstant = 1024;

/// True for a constant of at most `kSmallConstant` bytes whose contents refer to nothing else.
bool IsSmallConstant(const llvm::GlobalVariable& variable);

}  // namespace autotune::worker
