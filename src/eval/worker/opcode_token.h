#pragma once

#include <cstdint>

namespace llvm {
class Instruction;
}

namespace autotune::worker {

/// Returns `TokenField::kOpcode` of an instruction: the opcode with the properties that decide its
/// meaning. They are a comparison's predicate, a cast's source width, arithmetic flags, a phi's
/// number of values, an intrinsic's work and the facts about a callee. Library functions are told
/// apart by their names, in families only; no other name counts.
///
/// The numbers are this program's own, because LLVM renumbers opcodes and intrinsics from version
/// to version.
std::uint8_t OpcodeToken(const llvm::Instruction& instruction);

}  // namespace autotune::worker
