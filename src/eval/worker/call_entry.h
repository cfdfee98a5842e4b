#pragma once

#include <cstdint>

namespace llvm {
class CallBase;
}

namespace autotune::worker {

/// Entries of `TokenField::kOpcode` from here on are calls.
inline constexpr std::uint8_t kFirstCallEntry = 144;

/// The entry of a call or invoke: what an intrinsic does, what is known of whom it reaches. Library
/// functions are told apart by their names, families of them only.
std::uint8_t CallEntry(const llvm::CallBase& call);

}  // namespace autotune::worker
