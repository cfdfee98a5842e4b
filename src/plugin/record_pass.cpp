#include "plugin/record_pass.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include "plugin/symbols_pass.h"

namespace autotune {
namespace {

constexpr char kRecordVariable[] = "AUTOTUNE_RECORD";

/// True if assembly of the module reads a file, which bitcode does not hold.
bool ReadsFile(const llvm::Module& module) {
  bool reads = false;
  FindAssembly(module, [&reads](llvm::StringRef text) {
    reads |= text.contains_insensitive(".incbin") || text.contains_insensitive(".include");
  });
  return reads;
}

class RecordPass : public llvm::PassInfoMixin<RecordPass> {
 public:
  explicit RecordPass(std::string file) : file_(std::move(file)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::error_code error;
    llvm::raw_fd_ostream stream(file_, error);
    if (error) return llvm::PreservedAnalyses::all();
    if (!ReadsFile(module)) Write(module, stream);
    stream.close();
    if (stream.has_error()) {
      stream.clear_error();
      error = llvm::sys::fs::remove(file_);
    }
    return llvm::PreservedAnalyses::all();
  }

  static bool isRequired() { return true; }  // NOLINT: LLVM's name

 private:
  /// Writes the module as it would be in any other folder. Objects name the source without one.
  static void Write(llvm::Module& module, llvm::raw_ostream& stream) {
    const std::string source = module.getSourceFileName();
    if (llvm::sys::path::is_absolute(source)) {
      module.setSourceFileName(llvm::sys::path::filename(source));
    }
    llvm::WriteBitcodeToFile(module, stream, /*ShouldPreserveUseListOrder=*/true);
    module.setSourceFileName(source);
  }

  std::string file_;
};

}  // namespace

void RegisterRecordAtStart(llvm::PassBuilder& builder) {
  const char* const file = std::getenv(kRecordVariable);
  if (!file) return;
  builder.registerPipelineStartEPCallback(
      [path = std::string(file)](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(RecordPass(path));
      });
}

}  // namespace autotune
