#pragma once

#include <memory>
#include <string>

#include <llvm/ADT/StringRef.h>

#include "core/result.h"
#include "eval/worker_pool.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// A module and the context that owns its types and constants. Each has a context of its own, so
/// that no module can see another through shared constants' use lists, and all its memory goes with
/// it.
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

/// Drops what no pass may depend on, but what slows reading, writing and passes down: debug
/// information and names of arguments, blocks and instructions. True where there was any of it.
bool DropNamesAndDebugInfo(llvm::Module& module);

/// Bitcode with the order of use lists kept: reading it back gives a module that passes treat like
/// the one written.
std::string TakeSnapshot(const llvm::Module& module);

/// The module as a user's tools read it: bitcode with a symbol table, or textual IR, as `opt`
/// writes them; empty for `kNone`.
std::string WriteModule(const llvm::Module& module, ModuleFormat format);

/// Whether names of arguments, blocks and instructions are read; no pass depends on them.
enum class Names { kDropped, kKept };

/// The inverse of `TakeSnapshot`. The bytes are trusted.
OwnedModule ReadSnapshot(llvm::StringRef bytes, Names names = Names::kDropped);

}  // namespace autotune::worker
