#include "eval/worker/object_size.h"

#include <memory>
#include <optional>
#include <string>

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/MachO.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "eval/worker/code_generator.h"
#include "eval/worker/module_io.h"

namespace autotune::worker {
namespace {

using llvm::Expected;
using llvm::StringRef;

/// Keeps the first error in `message`, an optional string. LLVM's default would print it and exit.
void KeepFirstError(const llvm::DiagnosticInfo* info, void* message) {
  auto& first = *static_cast<std::optional<std::string>*>(message);
  if (info->getSeverity() != llvm::DS_Error || first) return;
  llvm::raw_string_ostream stream(first.emplace());
  llvm::DiagnosticPrinterRawOStream printer(stream);
  info->print(printer);
}

/// Applies `-mcpu` and `-mattr` to a function as `llc` does, through an interface common to all
/// LLVM versions.
void AddCpuAndFeatures(llvm::Function& function, const CodeModel& model) {
  if (!model.cpu.empty() && !function.hasFnAttribute("target-cpu")) {
    function.addFnAttr("target-cpu", model.cpu);
  }
  if (model.features.empty()) return;
  std::string features = function.getFnAttribute("target-features").getValueAsString().str();
  features += (features.empty() ? "" : ",") + model.features;
  function.addFnAttr("target-features", features);
}

}  // namespace

Expected<llvm::SmallVector<char, 0>> EmitObject(const llvm::Module& module, const CodeModel& model,
                                                Outliner outliner) {
  // A new machine for each module: its TargetLoweringObjectFile keeps addresses of globals of the
  // modules it has seen, so a reused one can answer differently. Building one is 1 % of the work.
  auto machine = MakeCodeGenerator(module, model);
  if (!machine) return machine.takeError();
  if (outliner == Outliner::kNone) (*machine)->setMachineOutliner(false);

  // Code generation rewrites the IR, and everything in one LLVMContext shares constants and their
  // use lists. It therefore gets an exact copy in its own context.
  const std::string bitcode = TakeSnapshot(module);
  llvm::LLVMContext context;
  std::optional<std::string> error;
  context.setDiagnosticHandlerCallBack(KeepFirstError, &error);
  const std::string layout = (*machine)->createDataLayout().getStringRepresentation();
  auto copy =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, module.getName()), context,
                             llvm::ParserCallbacks([&](StringRef, StringRef) { return layout; }));
  if (!copy) return copy.takeError();
  for (llvm::Function& function : **copy) AddCpuAndFeatures(function, model);

  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream object_stream(object);
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(llvm::Triple((*copy)->getTargetTriple())));
  if ((*machine)->addPassesToEmitFile(passes, object_stream, /*DwoOut=*/nullptr,
                                      llvm::CodeGenFileType::ObjectFile,
                                      /*DisableVerify=*/true)) {
    return llvm::createStringError("no object files for " + (*machine)->getTargetTriple().str());
  }
  passes.run(**copy);
  if (error) return llvm::createStringError(*error);
  return object;
}

bool IsLoaded(const llvm::object::ObjectFile& object, const llvm::object::SectionRef& section) {
  if (section.isVirtual() || section.isDebugSection()) return false;
  if (const auto* mach = llvm::dyn_cast<llvm::object::MachOObjectFile>(&object)) {
    // Notes to the linker are ordinary sections here, in a segment that is never loaded.
    const StringRef segment = mach->getSectionFinalSegmentName(section.getRawDataRefImpl());
    return segment == "__TEXT" || segment == "__DATA";
  }
  return section.isBerkeleyText() || section.isBerkeleyData();
}

Expected<ObjectSize> SizeOfObject(StringRef bytes, StringRef name) {
  auto object = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(bytes, name));
  if (!object) return object.takeError();

  ObjectSize size;
  for (const llvm::object::SectionRef& section : (*object)->sections()) {
    if (!IsLoaded(**object, section)) continue;
    (section.isText() ? size.text : size.data) += section.getSize();
  }
  return size;
}

Expected<ObjectSize> MeasureObjectSize(const llvm::Module& module, const CodeModel& model) {
  auto bytes = EmitObject(module, model);
  if (!bytes) return bytes.takeError();
  return SizeOfObject({bytes->data(), bytes->size()}, module.getName());
}

}  // namespace autotune::worker
