#include "eval/worker/target.h"

#include <optional>
#include <string>

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>

namespace autotune::worker {

void InitializeTargets() {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();  // for module-level inline assembly
}

std::unique_ptr<llvm::TargetMachine> MakeTargetMachine(llvm::StringRef triple,
                                                       PipelineTuning tuning) {
  if (triple.empty()) return nullptr;
  std::string error;
  llvm::Triple parsed(triple);
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget("", parsed, error);
  if (!target) return nullptr;
  const bool clang = tuning == PipelineTuning::kClang;
  const char* cpu = clang && IsX8664(triple.str()) ? kClangX8664Cpu : "";
  const auto relocation = clang ? std::optional(llvm::Reloc::PIC_) : std::nullopt;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      TripleArgument(parsed), cpu, /*Features=*/"", llvm::TargetOptions(), relocation,
      /*CM=*/std::nullopt, llvm::CodeGenOptLevel::None));
}

}  // namespace autotune::worker
