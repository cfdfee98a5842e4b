#pragma once

#include <cstdint>

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Hashes the order of all use lists, except those of constants that are no globals. Values are
/// named by their addresses. If the hash is equal before and after a pass that left the IR's hash
/// unchanged, the pass left the module as it was. Time is linear in the number of uses.
std::uint64_t HashUseOrder(const llvm::Module& module);

}  // namespace autotune::worker
