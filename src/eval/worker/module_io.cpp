#include "eval/worker/module_io.h"

#include <algorithm>
#include <optional>
#include <string>

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "core/toolchain.h"
#include "eval/worker/target.h"

namespace autotune::worker {
namespace {

/// Infers the data layout by `opt`'s rule: an explicit layout stands; without one, the triple's
/// target decides; without a triple there is none.
std::optional<std::string> InferDataLayout(llvm::StringRef triple, llvm::StringRef layout) {
  if (!layout.empty()) return std::nullopt;
  const auto machine = MakeTargetMachine(triple);
  return machine ? machine->createDataLayout().getStringRepresentation() : std::string();
}

Error BadInput(const std::string& name, llvm::StringRef what) {
  return {ErrorCode::kBadInput, "can't read '" + name + "': " + what.rtrim().str()};
}

/// While it lives, LLVM does not check for debug information of an older version. The check
/// verifies the whole module and, if there is no debug information, searches for things to strip.
class WithoutUpgrade {
 public:
  WithoutUpgrade() { Set(true); }
  ~WithoutUpgrade() { Set(false); }
  WithoutUpgrade(const WithoutUpgrade&) = delete;
  WithoutUpgrade& operator=(const WithoutUpgrade&) = delete;

 private:
  static void Set(bool value) {
    static auto* const option = [] {
      auto& options = llvm::cl::getRegisteredOptions();
      return static_cast<llvm::cl::opt<bool>*>(options.lookup("disable-auto-upgrade-debug-info"));
    }();
    if (option) option->setValue(value);
  }
};

/// True for object files, libraries and programs. The parser of textual IR would only complain
/// about their first line.
bool HoldsMachineCode(llvm::StringRef bytes) {
  const llvm::file_magic kind = llvm::identify_magic(bytes);
  return kind != llvm::file_magic::unknown && kind != llvm::file_magic::bitcode;
}

/// Returns the LLVM that an error of the reader names as the producer of bitcode, such as
/// `LLVM22.1.8`; empty unless it is newer than this one.
std::string NewerProducer(llvm::StringRef message) {
  llvm::StringRef producer = message.split("(Producer: '").second.split('\'').first;
  unsigned version = 0;
  llvm::StringRef number = producer;
  if (!number.consume_front("LLVM") || number.consumeInteger(10, version)) return "";
  return version > LLVM_VERSION_MAJOR ? producer.str() : "";
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
    if (HoldsMachineCode(bytes)) {
      return BadInput(name,
                      "it is an object file, a library or a program, not LLVM IR; "
                      "'clang -c -emit-llvm' makes a module");
    }
    if (const std::string producer = NewerProducer(diagnostic.getMessage()); !producer.empty()) {
      return BadInput(name, producer + " made it, and this autotune reads modules of LLVM " +
                                std::to_string(LLVM_VERSION_MAJOR) + " and older");
    }
    std::string where;
    if (diagnostic.getLineNo() > 0) where = "line " + std::to_string(diagnostic.getLineNo()) + ": ";
    return BadInput(name,
                    where + diagnostic.getMessage().str() +
                        "; it is no LLVM module, or not all of one: " + std::string(kClangProgram) +
                        " -Oz -Xclang -disable-llvm-passes -emit-llvm -c makes one");
  }
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (llvm::verifyModule(*owned.module, &stream)) {
    return BadInput(name, "invalid IR: " + llvm::StringRef(message).split('\n').first.str());
  }
  return owned;
}

bool DropNamesAndDebugInfo(llvm::Module& module) {
  bool any = llvm::StripDebugInfo(module);
  const auto drop_name = [&any](llvm::Value& value) {
    if (!value.hasName()) return;
    value.setName("");
    any = true;
  };
  for (llvm::Function& function : module) {
    std::ranges::for_each(function.args(), drop_name);
    for (llvm::BasicBlock& block : function) {
      drop_name(block);
      std::ranges::for_each(block, drop_name);
    }
  }
  return any;
}

std::string TakeSnapshot(const llvm::Module& module) {
  llvm::SmallVector<char, 0> bytes;
  // The symbol table, which linkers read, is left out.
  llvm::BitcodeWriter writer(bytes);
  writer.writeModule(module, /*ShouldPreserveUseListOrder=*/true);
  writer.writeStrtab();
  return {bytes.begin(), bytes.end()};
}

std::string WriteModule(const llvm::Module& module, ModuleFormat format) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  switch (format) {
    case ModuleFormat::kNone: break;
    case ModuleFormat::kBitcode:
      llvm::WriteBitcodeToFile(module, stream, /*ShouldPreserveUseListOrder=*/true);
      break;
    case ModuleFormat::kText:
      module.print(stream, nullptr, /*ShouldPreserveUseListOrder=*/true);
      break;
  }
  return bytes;
}

OwnedModule ReadSnapshot(llvm::StringRef bytes, Names names) {
  const WithoutUpgrade without_upgrade;
  OwnedModule owned;
  owned.context->setDiscardValueNames(names == Names::kDropped);
  owned.module = llvm::cantFail(
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "snapshot"), *owned.context));
  return owned;
}

}  // namespace autotune::worker
