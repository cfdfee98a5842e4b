#include "eval/worker/module_io.h"

#include <optional>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "eval/worker/target.h"

namespace autotune::worker {
namespace {

/// `opt`'s rule: an explicit layout stands; without one, the triple's target decides; without a
/// triple there is none.
std::optional<std::string> InferDataLayout(llvm::StringRef triple, llvm::StringRef layout) {
  if (!layout.empty()) return std::nullopt;
  const auto machine = MakeTargetMachine(triple);
  return machine ? machine->createDataLayout().getStringRepresentation() : std::string();
}

Error BadInput(const std::string& name, llvm::StringRef what) {
  return {ErrorCode::kBadInput, "can't read '" + name + "': " + what.rtrim().str()};
}

}  // namespace

OwnedModule::OwnedModule() : context(std::make_unique<llvm::LLVMContext>()) {}
OwnedModule::OwnedModule(OwnedModule&&) noexcept = default;
OwnedModule::~OwnedModule() = default;

OwnedModule& OwnedModule::operator=(OwnedModule&& other) noexcept {
  module = std::move(other.module);  // before the context it lives in
  context = std::move(other.context);
  return *this;
}

Result<OwnedModule> ReadModule(llvm::StringRef bytes, const std::string& name) {
  OwnedModule owned;
  llvm::SMDiagnostic diagnostic;
  owned.module = llvm::parseIR(llvm::MemoryBufferRef(bytes, name), diagnostic, *owned.context,
                               llvm::ParserCallbacks(InferDataLayout));
  if (!owned.module) {
    std::string where;
    if (diagnostic.getLineNo() > 0) where = "line " + std::to_string(diagnostic.getLineNo()) + ": ";
    return BadInput(name, where + diagnostic.getMessage().str());
  }
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (llvm::verifyModule(*owned.module, &stream)) {
    return BadInput(name, "invalid IR: " + llvm::StringRef(message).split('\n').first.str());
  }
  return owned;
}

std::string TakeSnapshot(const llvm::Module& module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(module, stream, /*ShouldPreserveUseListOrder=*/true);
  stream.flush();
  return bytes;
}

OwnedModule ReadSnapshot(llvm::StringRef bytes) {
  OwnedModule owned;
  owned.module = llvm::cantFail(
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "snapshot"), *owned.context));
  return owned;
}

}  // namespace autotune::worker
