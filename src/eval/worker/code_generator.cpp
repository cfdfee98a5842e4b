#include "eval/worker/code_generator.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/CodeGen/CommandFlags.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include "eval/worker/target.h"

namespace autotune::worker {
namespace {

using llvm::StringRef;
using llvm::Triple;

/// Maximum number of names in a list; longer lists are cut to the nearest ones.
constexpr std::size_t kMostNames = 12;
constexpr std::size_t kNearestNames = 4;

Triple TripleOf(const llvm::Module& module) {
  Triple triple(module.getTargetTriple());
  if (triple.getTriple().empty()) triple.setTriple(llvm::sys::getDefaultTargetTriple());
  return triple;
}

llvm::Expected<const llvm::Target*> FindTarget(Triple& triple) {
  std::string message;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget("", triple, message);
  if (!target) return llvm::createStringError(message);
  return target;
}

/// Returns the options that `llc` has by default. A default `TargetOptions` differs (.ctors for
/// .init_array, ...).
llvm::TargetOptions LlcOptions(const Triple& triple) {
  static const llvm::codegen::RegisterCodeGenFlags defaults;
  return llvm::codegen::InitTargetOptionsFromCodeGenFlags(triple);
}

llvm::Reloc::Model ToLlvm(Relocation relocation) {
  switch (relocation) {
    case Relocation::kPic: return llvm::Reloc::PIC_;
    case Relocation::kStatic: return llvm::Reloc::Static;
    case Relocation::kDynamicNoPic: return llvm::Reloc::DynamicNoPIC;
    case Relocation::kRopi: return llvm::Reloc::ROPI;
    case Relocation::kRwpi: return llvm::Reloc::RWPI;
    case Relocation::kRopiRwpi: return llvm::Reloc::ROPI_RWPI;
  }
  return llvm::Reloc::Static;
}

std::unique_ptr<llvm::TargetMachine> MakeMachine(const llvm::Target& target, const Triple& triple,
                                                 const CodeModel& model, Relocation relocation) {
  llvm::TargetOptions options = LlcOptions(triple);
  if (model.function_sections) options.FunctionSections = true;
  if (model.data_sections) options.DataSections = true;
  return std::unique_ptr<llvm::TargetMachine>(target.createTargetMachine(
      TripleArgument(triple), model.cpu, model.features, options, ToLlvm(relocation),
      /*CM=*/std::nullopt, llvm::CodeGenOptLevel::Default));
}

/// Targets whose backend fails with PIC, or generates the same code as without it.
bool KnowsNoPic(const Triple& triple) {
  switch (triple.getArch()) {
    case Triple::avr:
    case Triple::lanai:
    case Triple::msp430:
    case Triple::nvptx:
    case Triple::nvptx64:
    case Triple::xcore:
    case Triple::xtensa: return true;
    default: return false;
  }
}

/// True if the target has this model. Backends take every model, and some crash over foreign ones.
bool IsForTarget(const Triple& triple, Relocation relocation) {
  switch (relocation) {
    case Relocation::kPic: return !KnowsNoPic(triple);
    case Relocation::kStatic: return true;
    case Relocation::kDynamicNoPic: return triple.isOSDarwin();
    case Relocation::kRopi:
    case Relocation::kRwpi:
    case Relocation::kRopiRwpi:
      return (triple.isARM() || triple.isThumb()) && triple.isOSBinFormatELF();
  }
  return false;
}

/// Returns the relocation model that the target uses if asked for this one.
std::optional<Relocation> Effective(const llvm::Target& target, const Triple& triple,
                                    Relocation relocation) {
  const auto machine = MakeMachine(target, triple, {}, relocation);
  if (!machine) return std::nullopt;
  for (const Relocation known : kRelocations) {
    if (ToLlvm(known) == machine->getRelocationModel()) return known;
  }
  return std::nullopt;
}

bool IsKnown(const llvm::Target& target, const Triple& triple, Relocation relocation) {
  return IsForTarget(triple, relocation) && Effective(target, triple, relocation) == relocation;
}

/// Returns the value of a module flag; none if it is no number. LLVM's own readers assume that it
/// is one.
std::optional<std::uint64_t> FlagValue(const llvm::Module& module, StringRef name) {
  const auto* value =
      llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(module.getModuleFlag(name));
  if (!value) return std::nullopt;
  return value->getValue().getLimitedValue();
}

bool HasPicLevel(const llvm::Module& module) {
  return FlagValue(module, "PIC Level").value_or(0) > 0;
}

Relocation DefaultRelocation(const llvm::Module& module, const Triple& triple) {
  return HasPicLevel(module) && !KnowsNoPic(triple) ? Relocation::kPic : Relocation::kStatic;
}

Error Unknown(StringRef what, StringRef name, const Triple& triple, const std::string& choices) {
  return {ErrorCode::kInvalidArgument, ("LLVM knows no " + what + " '" + name +
                                        "' for the target '" + triple.str() + "', but " + choices)
                                           .str()};
}

/// Lists all of the names if they are few, else the nearest to the wrong one.
std::string Choices(std::vector<StringRef> names, StringRef wrong) {
  if (names.size() <= kMostNames) return llvm::join(names, ", ");
  std::ranges::stable_sort(names, {},
                           [wrong](StringRef name) { return wrong.edit_distance(name); });
  names.resize(kNearestNames);
  return llvm::join(names, ", ") + " and others";
}

template <typename Entry>
std::vector<StringRef> Keys(llvm::ArrayRef<Entry> table) {
  std::vector<StringRef> keys;
  for (const Entry& entry : table) keys.emplace_back(entry.Key);
  return keys;
}

Status CheckCpuAndFeatures(const llvm::Target& target, const Triple& triple,
                           const CodeModel& asked) {
  if (asked.cpu.empty() && asked.features.empty()) return {};
  const std::unique_ptr<llvm::MCSubtargetInfo> info(
      target.createMCSubtargetInfo(TripleArgument(triple), "", ""));
  if (!info) return {};  // a target without subtargets; llc takes any name then
  if (!asked.cpu.empty() && !info->isCPUStringValid(asked.cpu)) {
    return Unknown("CPU", asked.cpu, triple,
                   Choices(Keys(info->getAllProcessorDescriptions()), asked.cpu));
  }
  const std::vector<StringRef> known = Keys(info->getAllProcessorFeatures());
  llvm::SmallVector<StringRef> features;
  StringRef(asked.features).split(features, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (const StringRef feature : features) {
    const StringRef name = feature.drop_front();
    if (std::ranges::find(known, name) == known.end()) {
      return Unknown("feature", name, triple, Choices(known, name));
    }
  }
  return {};
}

}  // namespace

Result<CodeModel> ResolveCodeModel(const llvm::Module& module, const CodeModel& asked) {
  Triple triple = TripleOf(module);
  CodeModel model = asked;
  if (!model.relocation) model.relocation = DefaultRelocation(module, triple);
  auto target = FindTarget(triple);
  if (!target) {
    llvm::consumeError(target.takeError());
    return model;
  }
  if (!asked.relocation) {
    model.relocation = Effective(**target, triple, *model.relocation).value_or(*model.relocation);
  } else if (!IsKnown(**target, triple, *asked.relocation)) {
    std::vector<StringRef> known;
    for (const Relocation relocation : kRelocations) {
      const std::string_view name = Name(relocation);
      if (IsKnown(**target, triple, relocation)) known.emplace_back(name.data(), name.size());
    }
    const std::string_view name = Name(*asked.relocation);
    return Unknown("relocation model", {name.data(), name.size()}, triple, llvm::join(known, ", "));
  }
  if (Status status = CheckCpuAndFeatures(**target, triple, asked); !status) return status.error();
  return model;
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> MakeCodeGenerator(const llvm::Module& module,
                                                                       const CodeModel& model) {
  Triple triple = TripleOf(module);
  auto target = FindTarget(triple);
  if (!target) return llvm::createStringError(llvm::toString(target.takeError()));
  auto machine = MakeMachine(**target, triple, model,
                             model.relocation.value_or(DefaultRelocation(module, triple)));
  if (!machine) return llvm::createStringError("no code generator for " + triple.getTriple());
  const std::optional<std::uint64_t> code_model = FlagValue(module, "Code Model");
  if (code_model && *code_model <= llvm::CodeModel::Large) {
    machine->setCodeModel(static_cast<llvm::CodeModel::Model>(*code_model));
  }
  return machine;
}

}  // namespace autotune::worker
