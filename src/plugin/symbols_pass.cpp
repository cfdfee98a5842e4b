#include "plugin/symbols_pass.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/StringTableBuilder.h>
#include <llvm/Object/IRSymtab.h>
#include <llvm/Object/ModuleSymbolTable.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

namespace autotune {
namespace {

constexpr llvm::StringLiteral kSymbolsPass = "autotune-symbols";
constexpr llvm::StringLiteral kAssemblyPass = "autotune-assembly";

/// Symbols that the C runtime calls by name and LLVM doesn't know.
constexpr llvm::StringLiteral kRuntimeSymbols[] = {"_start", "malloc_usable_size", "pvalloc"};

/// Sections that run, or that others read, without a symbol. A dot and more may follow.
constexpr llvm::StringLiteral kSectionsWithoutUses[] = {
    ".init", ".fini", ".init_array", ".fini_array", ".ctors", ".dtors", ".preinit_array", ".note"};

bool IsPlain(char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; }

/// Calls `take` with each name that a text may have for a symbol.
void FindNames(llvm::StringRef text, llvm::function_ref<void(llvm::StringRef)> take) {
  while (!text.empty()) {
    const llvm::StringRef word = text.take_while(IsPlain);
    text = text.drop_front(std::max<std::size_t>(word.size(), 1));
    // An immediate operand is `$$name`, and some targets put `_` before every name.
    for (llvm::StringRef name = word; !name.empty(); name = name.drop_front()) {
      take(name);
      if (name.starts_with("_")) take(name.drop_front());
      if (!name.starts_with("$")) break;
    }
  }
}

/// Returns the symbols that the module's assembly defines: the global ones, or the others.
std::set<std::string> DefinedInAssembly(const llvm::Module& module, bool is_global) {
  using Symbol = llvm::object::BasicSymbolRef;
  std::set<std::string> names;
  llvm::ModuleSymbolTable::CollectAsmSymbols(
      module, [&](llvm::StringRef name, Symbol::Flags flags) {
        const bool is_asked_for = is_global == ((flags & Symbol::SF_Global) != 0);
        if (is_asked_for && !(flags & Symbol::SF_Undefined)) names.insert(name.str());
      });
  return names;
}

/// Symbols of a module that have to stay visible.
class NeededSymbols {
 public:
  explicit NeededSymbols(llvm::Module& module) : module_(module) {}

  std::set<std::string> Find() {
    FindLibraryFunctions();
    FindUsedByCodeGeneration();
    FindMembersOfSections();
    FindAssembly(module_, [this](llvm::StringRef text) { FindNamesIn(text); });
    for (const llvm::Function& function : module_) FindNamesInAttributes(function);
    return std::move(names_);
  }

  static bool IsVisible(const llvm::GlobalValue* symbol) {
    return symbol && !symbol->isDeclarationForLinker() && !symbol->hasLocalLinkage();
  }

 private:
  void Add(llvm::StringRef name) {
    if (IsVisible(module_.getNamedValue(name))) names_.insert(name.str());
  }

  /// The C library and passes may call these whether the module does or not.
  void FindLibraryFunctions() {
    const llvm::TargetLibraryInfoImpl known{llvm::Triple(module_.getTargetTriple())};
    const llvm::TargetLibraryInfo available(known);
    for (const llvm::GlobalValue& symbol : module_.global_values()) {
      llvm::LibFunc function;
      if (known.getLibFunc(symbol.getName(), function) && available.has(function)) {
        Add(symbol.getName());
      }
    }
    for (const llvm::StringRef name : kRuntimeSymbols) Add(name);
  }

  /// The table that linkers read of bitcode marks what they have to keep: `llvm.used`, and what
  /// code generation may call.
  void FindUsedByCodeGeneration() {
    llvm::SmallVector<char, 0> symbols;
    llvm::StringTableBuilder names(llvm::StringTableBuilder::RAW);
    llvm::BumpPtrAllocator allocator;
    // There is no table of a module without a data layout, and any layout will do.
    const bool has_layout = !module_.getDataLayoutStr().empty();
    if (!has_layout) module_.setDataLayout("e");
    if (llvm::Error error = llvm::irsymtab::build(&module_, symbols, names, allocator)) {
      llvm::report_fatal_error(std::move(error));
    }
    if (!has_layout) module_.setDataLayout("");
    names.finalizeInOrder();
    std::string text(names.getSize(), '\0');
    names.write(reinterpret_cast<std::uint8_t*>(text.data()));
    const llvm::irsymtab::Reader reader({symbols.data(), symbols.size()}, text);
    for (const auto& symbol : reader.symbols()) {
      if (symbol.isUsed()) Add(symbol.getIRName());
    }
  }

  void FindMembersOfSections() {
    for (const llvm::GlobalObject& symbol : module_.global_objects()) {
      if (NeedsNoUse(symbol.getSection())) Add(symbol.getName());
    }
  }

  /// A program may go through a section from its begin to its end, for which linkers make symbols:
  /// `__start_NAME` and `__stop_NAME`.
  static bool NeedsNoUse(llvm::StringRef section) {
    const auto is_part = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    if (llvm::all_of(section, is_part)) return !section.empty();
    return llvm::any_of(kSectionsWithoutUses, [section](llvm::StringRef name) {
      return section == name || section.starts_with((name + ".").str());
    });
  }

  /// Some name what instrumentation calls.
  void FindNamesInAttributes(const llvm::Function& function) {
    for (const llvm::Attribute& attribute : function.getAttributes().getFnAttrs()) {
      if (attribute.isStringAttribute()) FindNamesIn(attribute.getValueAsString());
    }
  }

  void FindNamesIn(llvm::StringRef text) {
    FindNames(text, [this](llvm::StringRef name) {
      Add(name);
      Add(("\1" + name).str());
    });
  }

  llvm::Module& module_;
  std::set<std::string> names_;
};

class SymbolsPass : public llvm::PassInfoMixin<SymbolsPass> {
 public:
  explicit SymbolsPass(std::vector<std::string> asked) : asked_(std::move(asked)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    // Nothing makes these local.
    const std::set<std::string> in_assembly = DefinedInAssembly(module, /*is_global=*/true);
    for (const std::string& name : asked_) {
      if (NeededSymbols::IsVisible(module.getNamedValue(name)) || in_assembly.contains(name)) {
        continue;
      }
      llvm::outs() << "missing " << name << '\n';
    }
    for (std::string name : NeededSymbols(module).Find()) {
      std::ranges::replace_if(name, [](char c) { return !IsPlain(c); }, '?');
      llvm::outs() << "keep " << name << '\n';
    }
    llvm::outs() << "end\n";
    return llvm::PreservedAnalyses::all();
  }

  static bool isRequired() { return true; }  // NOLINT: LLVM's name

 private:
  std::vector<std::string> asked_;
};

/// Names in assembly, without the mnemonics and modifiers of operands, which are often names of
/// functions, too.
class AssemblyPass : public llvm::PassInfoMixin<AssemblyPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::set<std::string> names;
    FindAssembly(module, [&names](llvm::StringRef text) { AddNames(text, names); });
    Print("names", names);
    std::set<std::string> locals = DefinedInAssembly(module, /*is_global=*/false);
    std::set<std::string> visible;
    for (const llvm::GlobalValue& symbol : module.global_values()) {
      llvm::StringRef name = symbol.getName();
      name.consume_front("\1");
      (symbol.hasLocalLinkage() ? locals : visible).insert(name.str());
    }
    Print("local", locals);
    Print("visible", visible);
    return llvm::PreservedAnalyses::all();
  }

  static bool isRequired() { return true; }  // NOLINT: LLVM's name

 private:
  static void Print(llvm::StringRef kind, const std::set<std::string>& names) {
    for (const std::string& name : names) {
      if (!name.empty() && llvm::all_of(name, IsPlain)) llvm::outs() << kind << ' ' << name << '\n';
    }
  }

  static void AddNames(llvm::StringRef text, std::set<std::string>& names) {
    llvm::SmallVector<llvm::StringRef> lines;
    text.split(lines, '\n');
    for (const llvm::StringRef line : lines) {
      llvm::SmallVector<llvm::StringRef> statements;
      line.split(statements, ';');
      for (const llvm::StringRef statement : statements) AddNamesOf(statement.trim(), names);
    }
  }

  static void AddNamesOf(llvm::StringRef statement, std::set<std::string>& names) {
    const llvm::StringRef word = statement.take_while(IsPlain);
    const llvm::StringRef rest = statement.drop_front(word.size());
    llvm::StringRef next = rest.ltrim();
    if (!word.empty() && next.consume_front(":")) {
      names.insert(word.str());
      return AddNamesOf(next.ltrim(), names);
    }
    if (!next.starts_with("=")) statement = rest;
    while (!statement.empty()) {
      const auto [text, operand] = statement.split("${");  // such as `${0:k}`
      FindNames(text, [&names](llvm::StringRef name) { names.insert(name.str()); });
      statement = operand.split('}').second;
    }
  }
};

}  // namespace

void FindAssembly(const llvm::Module& module, llvm::function_ref<void(llvm::StringRef)> take) {
  take(module.getModuleInlineAsm());
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const auto* const assembly =
          call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
      if (assembly) take(assembly->getAsmString());
    }
  }
}

void RegisterSymbolsPass(llvm::PassBuilder& builder) {
  builder.registerPipelineParsingCallback([](llvm::StringRef element,
                                             llvm::ModulePassManager& passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    if (!element.consume_front(kSymbolsPass) || !element.consume_front("<") ||
        !element.consume_back(">")) {
      return false;
    }
    llvm::SmallVector<llvm::StringRef> names;
    element.split(names, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    passes.addPass(SymbolsPass({names.begin(), names.end()}));
    return true;
  });
  builder.registerPipelineParsingCallback([](llvm::StringRef element,
                                             llvm::ModulePassManager& passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    if (element != kAssemblyPass) return false;
    passes.addPass(AssemblyPass());
    return true;
  });
}

}  // namespace autotune
