#pragma once

#include <cstdint>

namespace llvm {
class CallBase;
}

namespace autotune::worker {

/// First entry of `TokenField::kOpcode` for calls; all entries from here on are calls.
inline constexpr std::uint8_t kFirstCallEntry = 144;

/// Returns the entry of a call or invoke: the work of an intrinsic, or the known facts about the
/// callee. Library functions are told apart by their names, in families only.
std::uint8_t CallEntry(const llvm::CallBase& call);

}  // namespace autotune::worker
