#pragma once

#include <cstdint>

#include <llvm/ADT/DenseSet.h>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// Keeps the bodies of some functions and makes the others declarations. A kept function or a
/// variable that is used in the removed part becomes visible from outside, so that it stays needed.
/// The module stays valid; variables keep their initialisers.
void KeepFunctions(llvm::Module& module, llvm::DenseSet<llvm::Function*> kept);

/// Keeps the bodies of some functions, about `instructions` > 0 in all, and makes the others
/// declarations, as `KeepFunctions` does. Passes treat an excerpt much like the whole module, but
/// take less time.
///
/// Functions come with those that they call, so that there is something to inline. A function
/// larger than a quarter of the excerpt is left out if the others make half of it. A function
/// larger than the excerpt is always left out, so the excerpt may be smaller than wanted, or empty.
///
/// The same `seed` gives the same excerpt; other seeds give other functions.
void KeepExcerpt(llvm::Module& module, std::uint64_t instructions, std::uint64_t seed);

}  // namespace autotune::worker
