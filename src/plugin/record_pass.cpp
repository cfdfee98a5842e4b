#include "plugin/record_pass.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

namespace autotune {
namespace {

constexpr char kRecordVariable[] = "AUTOTUNE_RECORD";

class RecordPass : public llvm::PassInfoMixin<RecordPass> {
 public:
  explicit RecordPass(std::string file) : file_(std::move(file)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::error_code error;
    llvm::raw_fd_ostream stream(file_, error);
    if (error) return llvm::PreservedAnalyses::all();
    llvm::WriteBitcodeToFile(module, stream, /*ShouldPreserveUseListOrder=*/true);
    stream.close();
    if (stream.has_error()) {
      stream.clear_error();
      llvm::sys::fs::remove(file_);
    }
    return llvm::PreservedAnalyses::all();
  }

  static bool isRequired() { return true; }

 private:
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
