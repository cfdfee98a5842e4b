#pragma once

#include <cstdint>

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Keeps the bodies of some functions, about `instructions` > 0 in all, and makes the others
/// declarations. Passes treat an excerpt much like the whole module, but take less time. The module
/// stays valid; variables keep their initialisers.
///
/// Functions come with those that they call, so that there is something to inline. A function
/// larger than a quarter of the excerpt is left out if the others make half of it. A function
/// larger than the excerpt is always left out, so the excerpt may be smaller than wanted, or empty.
///
/// A kept function that is used in the removed part becomes visible from outside, so that it stays
/// needed. The same `seed` gives the same excerpt; other seeds give other functions.
void KeepExcerpt(llvm::Module& module, std::uint64_t instructions, std::uint64_t seed);

}  // namespace autotune::worker
