#pragma once

#include <cstdint>

namespace llvm {
class Module;
class PassBuilder;
}  // namespace llvm

namespace autotune {

/// Gives arrays of integers the narrowest elements of 8, 16 or 32 bits that hold their values,
/// which changes nothing but bytes. Loads extend what they read.
///
/// These arrays are of local linkage, hold integers of one type alone, and are only read: each use
/// is a plain load of one element. They have no section or metadata of their own. Arrays stay as
/// they are if they save fewer than `least` bytes, or little for their loads. Returns how many were
/// changed.
unsigned NarrowTables(llvm::Module& module, std::uint64_t least);

/// Makes `autotune-narrow-tables<LEAST>` an element of module pipelines, which does that.
void RegisterTablesPass(llvm::PassBuilder& builder);

}  // namespace autotune
