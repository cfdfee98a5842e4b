#pragma once

#include <cstdint>
#include <memory>

#include <llvm/ADT/DenseSet.h>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// Returns a module with the bodies of some functions, and declarations of the others that these
/// refer to. A function or variable there that the rest uses becomes visible from outside, so that
/// it stays needed. The module is valid, and in the context of the given one, which is not changed.
/// Variables keep their initialisers, but for those with addresses of blocks that are not there.
std::unique_ptr<llvm::Module> TakeFunctions(const llvm::Module& module,
                                            llvm::DenseSet<const llvm::Function*> kept);

/// Returns the bodies of some functions, about `instructions` > 0 in all, as `TakeFunctions` does.
/// Passes treat an excerpt much like the whole module, but take less time.
///
/// Functions come with those that they call, so that there is something to inline. A function
/// larger than a quarter of the excerpt is left out if the others make half of it. A function
/// larger than the excerpt is always left out, so the excerpt may be smaller than wanted, or empty.
///
/// The same `seed` gives the same excerpt; other seeds give other functions.
std::unique_ptr<llvm::Module> TakeExcerpt(const llvm::Module& module, std::uint64_t instructions,
                                          std::uint64_t seed);

}  // namespace autotune::worker
