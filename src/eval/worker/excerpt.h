#pragma once

#include <cstdint>

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Leaves the bodies of some functions, of about `instructions` in all, and makes the others
/// declarations: what passes do to an excerpt is much like what they do to the module, and takes
/// less time. Functions come with those that they call, so that there is something to inline. One
/// that is more than a quarter of the excerpt is left out where the others make half of it, and one
/// that is more than the excerpt always: it may stay smaller than wanted, or empty. What nobody
/// would need any more, but is used elsewhere in the module, becomes visible from outside. The same
/// `seed` gives the same excerpt, others other functions. Variables keep their initialisers. The
/// module stays valid. `instructions` > 0.
void KeepExcerpt(llvm::Module& module, std::uint64_t instructions, std::uint64_t seed);

}  // namespace autotune::worker
