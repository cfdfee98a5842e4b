#pragma once

#include <cstdint>

namespace llvm {
class Module;
}

namespace autotune::worker {

/// A hash of the order of all use lists, but for those of constants that are no globals. It names
/// values by their addresses: equal before and after a pass that did not change the IR's hash, it
/// says that the pass left the module as it was. Time: that of walking through all uses.
std::uint64_t HashUseOrder(const llvm::Module& module);

}  // namespace autotune::worker
