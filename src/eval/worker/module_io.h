#pragma once

#include <memory>
#include <string>

#include <llvm/ADT/StringRef.h>

#include "core/result.h"
#include "eval/client/worker_pool.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// A module and the context that owns its types and constants. Each module has its own context. So
/// no module can see another through the use lists of shared constants, and all its memory is freed
/// with it.
struct OwnedModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;

  OwnedModule();
  OwnedModule(OwnedModule&&) noexcept;
  OwnedModule& operator=(OwnedModule&&) noexcept;
  ~OwnedModule();
};

/// Reads bitcode or textual IR as `opt` does (upgrades, data layout inferred from the triple) and
/// verifies it. `name` is for messages. Errors: `kBadInput`.
Result<OwnedModule> ReadModule(llvm::StringRef bytes, const std::string& name);

/// Drops debug information and names of arguments, blocks and instructions. No pass may depend on
/// them, but they slow reading, writing and passes down. True if there were any.
bool DropNamesAndDebugInfo(llvm::Module& module);

/// Returns bitcode that keeps the order of use lists. Passes treat the module read back like the
/// one written.
std::string TakeSnapshot(const llvm::Module& module);

/// Returns the module in the form that a user's tools read, as `opt` writes it: bitcode with a
/// symbol table, or textual IR; empty for `kNone`.
std::string WriteModule(const llvm::Module& module, ModuleFormat format);

/// Says if names of arguments, blocks and instructions are read; no pass depends on them.
enum class Names { kDropped, kKept };

/// The inverse of `TakeSnapshot`. The bytes are trusted.
OwnedModule ReadSnapshot(llvm::StringRef bytes, Names names = Names::kDropped);

}  // namespace autotune::worker
