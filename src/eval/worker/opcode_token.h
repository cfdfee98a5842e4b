#pragma once

#include <cstdint>

namespace llvm {
class Instruction;
}

namespace autotune::worker {

/// `TokenField::kOpcode` of an instruction: the opcode with what decides its meaning. That is the
/// predicate of a comparison, the width a cast starts from, whether arithmetic carries flags, how
/// many values a phi joins, what an intrinsic does, what is known of whom a call reaches. Library
/// functions are told apart by their names, families of them only; no other name counts.
///
/// The numbers are this program's own, for LLVM renumbers opcodes and intrinsics from version to
/// version.
std::uint8_t OpcodeToken(const llvm::Instruction& instruction);

}  // namespace autotune::worker
