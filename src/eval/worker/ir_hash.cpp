#include "eval/worker/ir_hash.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Comdat.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/TargetParser/Triple.h>

#include "eval/worker/ir_contents.h"

namespace autotune::worker {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Writes IR as a canonical stream of words. Contents are written as their hashes. Local values and
/// metadata nodes with an identity are written as numbers, in the order they occur.
class Writer {
 public:
  explicit Writer(Contents& contents) : contents_(contents) {}

  /// Returns the hash of everything written since the last call. Starts anew, with nothing
  /// numbered.
  Hash128 Finish() {
    const Hash128 hash = HashBytes(std::as_bytes(std::span(words_.data(), words_.size())));
    words_.clear();
    locals_.clear();
    numbered_ = 0;
    nodes_.clear();
    return hash;
  }

  void Word(std::uint64_t word) { words_.push_back(word); }
  void Text(llvm::StringRef text) { AppendText(words_, text); }
  void Type(const llvm::Type* type) { Word(contents_.Type(type)); }
  void Attributes(const llvm::AttributeList& attributes) { Word(contents_.Attributes(attributes)); }
  void Attributes(const llvm::AttributeSet& set) { Word(contents_.Attributes(set)); }
  void Constant(const llvm::Constant* constant) {
    Word(kConstant);
    Word(contents_.Constant(constant));
  }

  void Metadata(const llvm::Metadata* metadata) {
    if (!metadata || Contents::IsDebug(metadata)) return Word(kIgnored);
    if (const auto* local = dyn_cast<llvm::LocalAsMetadata>(metadata)) {
      return Operand(local->getValue());
    }
    const auto* node = dyn_cast<llvm::MDNode>(metadata);
    if (!node) return Word(contents_.Leaf(metadata));
    if (const auto hash = contents_.Node(node)) return Word(*hash);
    const auto [entry, fresh] = nodes_.try_emplace(node, nodes_.size());
    Word(kNode);
    Word(entry->second);
    if (!fresh) return;
    Word(node->isDistinct());
    for (const llvm::MDOperand& operand : node->operands()) {
      if (!Contents::IsDebug(operand.get())) Metadata(operand.get());
    }
    Word(kEnd);
  }

  /// True for a loop's node that has only its place in the source.
  static bool IsOfSourceAlone(const llvm::MDNode& node) {
    const auto operands = llvm::drop_begin(node.operands());  // the first is the node itself
    return !operands.empty() && llvm::all_of(operands, [](const llvm::MDOperand& operand) {
      return operand && Contents::IsDebug(operand.get());
    });
  }

  /// Writes attached nodes, except debug information.
  template <typename T>
  void Attachments(const T& owner) {
    llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 4> attached;
    if constexpr (std::is_base_of_v<llvm::Instruction, T>) {
      if (!owner.hasMetadataOtherThanDebugLoc()) return Word(kEnd);
      owner.getAllMetadataOtherThanDebugLoc(attached);
    } else {
      owner.getAllMetadata(attached);
    }
    // Each context numbers the kinds beyond the fixed ones in the order it meets them.
    std::multimap<llvm::StringRef, llvm::MDNode*> named;
    for (const auto& [kind, node] : attached) {
      if (kind == llvm::LLVMContext::MD_dbg || kind == llvm::LLVMContext::MD_DIAssignID) continue;
      if (kind == llvm::LLVMContext::MD_loop && IsOfSourceAlone(*node)) continue;
      if (kind > kLastFixedKind) {
        named.emplace(KindName(owner, kind), node);
      } else {
        Word(kind);
        Metadata(node);
      }
    }
    for (const auto& [name, node] : named) {
      Text(name);
      Metadata(node);
    }
    Word(kEnd);
  }

  void Operand(const llvm::Value* value) {
    if (!value) {
      Word(kIgnored);
    } else if (const auto* constant = dyn_cast<llvm::Constant>(value)) {
      Constant(constant);
    } else if (const auto local = locals_.find(value); local != locals_.end()) {
      Word(local->second << kTagBits);
    } else if (const auto* metadata = dyn_cast<llvm::MetadataAsValue>(value)) {
      Word(kMetadata);
      Metadata(metadata->getMetadata());
    } else if (const auto* assembly = dyn_cast<llvm::InlineAsm>(value)) {
      Word(kAssembly);
      Type(assembly->getFunctionType());
      Text(assembly->getAsmString());
      Text(assembly->getConstraintString());
      Word(assembly->hasSideEffects() | assembly->isAlignStack() << 1 | assembly->canThrow() << 2 |
           static_cast<unsigned>(assembly->getDialect()) << 3);
    } else {
      Word(kIgnored);
    }
  }

  /// Writes a function's body and returns the number of its instructions.
  std::uint64_t Body(const llvm::Function& function) {
    std::uint64_t instructions = 0;
    for (const llvm::Argument& argument : function.args()) Number(argument);
    for (const llvm::BasicBlock& block : function) {
      Number(block);
      for (const llvm::Instruction& instruction : block) {
        if (!isa<llvm::DbgInfoIntrinsic>(instruction)) Number(instruction);
      }
    }
    for (const llvm::BasicBlock& block : function) {
      Word(kBlock);
      for (const llvm::Instruction& instruction : block) {
        if (isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
        Instruction(instruction);
        if (!isa<llvm::PseudoProbeInst>(instruction)) ++instructions;
      }
    }
    return instructions;
  }

 private:
  // The low bits of an operand's first word give its kind; 0 is a local value.
  static constexpr unsigned kTagBits = 4;
  enum Tag : std::uint64_t { kConstant = 1, kMetadata, kAssembly, kNode, kIgnored };
  static constexpr std::uint64_t kBlock = ~0ull;
  static constexpr std::uint64_t kEnd = ~1ull;
  static constexpr unsigned kLastFixedKind = llvm::LLVMContext::MD_coro_outside_frame;
  static constexpr llvm::SyncScope::ID kFirstNamedScope = llvm::SyncScope::System + 1;

  void Number(const llvm::Value& value) {
    const std::uint64_t number = numbered_++;
    // Nothing asks for the number of a value without uses, unless it is a block: phis have no uses
    // of blocks.
    if (!value.use_empty() || value.isUsedByMetadata() || isa<llvm::BasicBlock>(value)) {
      locals_.try_emplace(&value, number);
    }
  }

  template <typename T>
  static llvm::StringRef KindName(const T& owner, unsigned kind) {
    llvm::SmallVector<llvm::StringRef> names;
    owner.getContext().getMDKindNames(names);
    return names[kind];
  }

  void Instruction(const llvm::Instruction& instruction) {
    Word(instruction.getOpcode() | std::uint64_t{instruction.getRawSubclassOptionalData()} << 8 |
         std::uint64_t{instruction.getNumOperands()} << 16);
    Type(instruction.getType());
    for (const llvm::Use& operand : instruction.operands()) Operand(operand.get());
    Special(instruction);
    Attachments(instruction);
  }

  /// Writes the properties of an instruction beyond opcode, type, flags and operands.
  void Special(const llvm::Instruction& instruction) {
    if (const auto* call = dyn_cast<llvm::CallBase>(&instruction)) {
      Call(*call);
    } else if (const auto* load = dyn_cast<llvm::LoadInst>(&instruction)) {
      Access(*load, load->isVolatile(), load->getAlign(), load->getOrdering(),
             load->getSyncScopeID());
    } else if (const auto* store = dyn_cast<llvm::StoreInst>(&instruction)) {
      Access(*store, store->isVolatile(), store->getAlign(), store->getOrdering(),
             store->getSyncScopeID());
    } else if (const auto* compare = dyn_cast<llvm::CmpInst>(&instruction)) {
      Word(compare->getPredicate());
    } else if (const auto* gep = dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      Type(gep->getSourceElementType());
    } else if (const auto* alloca = dyn_cast<llvm::AllocaInst>(&instruction)) {
      Type(alloca->getAllocatedType());
      Word(alloca->getAlign().value() | std::uint64_t{alloca->isUsedWithInAlloca()} << 62 |
           std::uint64_t{alloca->isSwiftError()} << 63);
    } else if (const auto* phi = dyn_cast<llvm::PHINode>(&instruction)) {
      for (const llvm::BasicBlock* block : phi->blocks()) Operand(block);
    } else if (const auto* extract = dyn_cast<llvm::ExtractValueInst>(&instruction)) {
      for (const unsigned index : extract->indices()) Word(index);
    } else if (const auto* insert = dyn_cast<llvm::InsertValueInst>(&instruction)) {
      for (const unsigned index : insert->indices()) Word(index);
    } else if (const auto* shuffle = dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
      for (const int index : shuffle->getShuffleMask()) Word(static_cast<std::uint64_t>(index));
    } else if (const auto* handlers = dyn_cast<llvm::CatchSwitchInst>(&instruction)) {
      Word(handlers->hasUnwindDest());
    } else if (const auto* landing = dyn_cast<llvm::LandingPadInst>(&instruction)) {
      Word(landing->isCleanup());
    } else if (const auto* fence = dyn_cast<llvm::FenceInst>(&instruction)) {
      Access(*fence, false, llvm::Align(), fence->getOrdering(), fence->getSyncScopeID());
    } else if (const auto* update = dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      Access(*update, update->isVolatile(), update->getAlign(), update->getOrdering(),
             update->getSyncScopeID());
      Word(update->getOperation());
    } else if (const auto* exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      Access(*exchange, exchange->isVolatile(), exchange->getAlign(),
             exchange->getSuccessOrdering(), exchange->getSyncScopeID());
      Word(static_cast<unsigned>(exchange->getFailureOrdering()) | exchange->isWeak() << 8);
    }
  }

  void Access(const llvm::Instruction& instruction, bool is_volatile, llvm::Align align,
              llvm::AtomicOrdering ordering, llvm::SyncScope::ID scope) {
    Word(std::uint64_t{is_volatile} | static_cast<std::uint64_t>(ordering) << 8 |
         std::uint64_t{std::min(scope, kFirstNamedScope)} << 16 |
         std::uint64_t{llvm::Log2(align)} << 32);
    if (scope < kFirstNamedScope) return;
    // As with kinds of metadata, a context numbers the other scopes in the order it meets them.
    llvm::SmallVector<llvm::StringRef> names;
    instruction.getContext().getSyncScopeNames(names);
    Text(names[scope]);
  }

  void Call(const llvm::CallBase& call) {
    Word(call.getCallingConv());
    if (const auto* plain = dyn_cast<llvm::CallInst>(&call)) Word(plain->getTailCallKind());
    Type(call.getFunctionType());
    Attributes(call.getAttributes());
    for (unsigned i = 0; i < call.getNumOperandBundles(); ++i) {
      const llvm::OperandBundleUse bundle = call.getOperandBundleAt(i);
      Text(bundle.getTagName());
      Word(bundle.Inputs.size());  // the inputs themselves are operands
    }
  }

  Contents& contents_;
  Words words_;
  std::uint64_t numbered_ = 0;  ///< local values so far
  llvm::DenseMap<const llvm::Value*, std::uint64_t> locals_;
  llvm::DenseMap<const llvm::MDNode*, std::uint64_t> nodes_;
};

void WriteGlobalValue(const llvm::GlobalValue& global, Writer& out) {
  out.Text(global.hasLocalLinkage() ? "" : global.getName());
  out.Word(std::uint64_t{global.getLinkage()} | std::uint64_t{global.getVisibility()} << 8 |
           std::uint64_t{global.getDLLStorageClass()} << 16 |
           static_cast<std::uint64_t>(global.getUnnamedAddr()) << 24 |
           std::uint64_t{global.getThreadLocalMode()} << 32 |
           std::uint64_t{global.isDSOLocal()} << 40 |
           std::uint64_t{global.getAddressSpace()} << 41);
  out.Type(global.getValueType());
  out.Text(global.getPartition());
  out.Word(global.hasSanitizerMetadata());
  if (!global.hasSanitizerMetadata()) return;
  const auto& sanitizers = global.getSanitizerMetadata();
  out.Word(sanitizers.NoAddress | sanitizers.NoHWAddress << 1 | sanitizers.Memtag << 2 |
           sanitizers.IsDynInit << 3);
}

template <typename GlobalObject>  // a function or a variable
void WriteGlobalObject(const GlobalObject& object, Writer& out) {
  WriteGlobalValue(object, out);
  out.Word(object.getAlign() ? object.getAlign()->value() : 0);
  out.Text(object.getSection());
  const llvm::Comdat* comdat = object.getComdat();
  out.Text(comdat ? comdat->getName() : "");
  out.Word(comdat ? comdat->getSelectionKind() : 0);
  out.Attachments(object);
}

void WriteFunctionHeader(const llvm::Function& function, Writer& out) {
  WriteGlobalObject(function, out);
  out.Word(function.getCallingConv());
  // Reading a module resets the attributes of intrinsics to what their definition says.
  if (!function.isIntrinsic()) out.Attributes(function.getAttributes());
  out.Text(function.hasGC() ? function.getGC() : "");
  // Operands are not used here: they may be placeholders, which no file has.
  out.Constant(function.hasPersonalityFn() ? function.getPersonalityFn() : nullptr);
  out.Constant(function.hasPrefixData() ? function.getPrefixData() : nullptr);
  out.Constant(function.hasPrologueData() ? function.getPrologueData() : nullptr);
}

void WriteTarget(const llvm::Module& module, Writer& out) {
  out.Text(llvm::Triple(module.getTargetTriple()).str());
  out.Text(module.getDataLayoutStr());
  out.Text(module.getModuleInlineAsm());
}

void WriteVariables(const llvm::Module& module, Writer& out) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    WriteGlobalObject(variable, out);
    out.Word(variable.isConstant() | variable.isExternallyInitialized() << 1);
    out.Word(variable.getCodeModel() ? 1 + static_cast<std::uint64_t>(*variable.getCodeModel())
                                     : 0);
    out.Attributes(variable.getAttributes());
    out.Word(variable.hasInitializer());
    if (variable.hasInitializer()) out.Constant(variable.getInitializer());
  }
}

void WriteAliasesAndMetadata(const llvm::Module& module, Writer& out) {
  for (const llvm::GlobalAlias& alias : module.aliases()) {
    WriteGlobalValue(alias, out);
    out.Constant(alias.getAliasee());
  }
  for (const llvm::GlobalIFunc& ifunc : module.ifuncs()) {
    WriteGlobalValue(ifunc, out);
    out.Constant(ifunc.getResolver());
  }
  for (const llvm::NamedMDNode& named : module.named_metadata()) {
    if (named.getName().starts_with("llvm.dbg.")) continue;
    out.Text(named.getName());
    for (const llvm::MDNode* node : named.operands()) out.Metadata(node);
  }
}

/// Writes everything but the bodies.
void WriteContext(const llvm::Module& module, Writer& out) {
  WriteTarget(module, out);
  WriteVariables(module, out);
  for (const llvm::Function& function : module) {
    if (!IsDebugDeclaration(function)) WriteFunctionHeader(function, out);
  }
  WriteAliasesAndMetadata(module, out);
}

/// Writes what code generation may look at where a global is referred to.
void WriteReference(const llvm::GlobalValue& global, Writer& out) {
  WriteGlobalValue(global, out);
  out.Text(global.getName());
  if (const auto* function = dyn_cast<llvm::Function>(&global)) {
    out.Word(function->getCallingConv());
    if (!function->isIntrinsic()) out.Attributes(function->getAttributes());
  } else if (const auto* variable = dyn_cast<llvm::GlobalVariable>(&global)) {
    out.Word(variable->isConstant() | std::uint64_t{variable->isDeclaration()} << 1);
    out.Word(variable->getAlign() ? variable->getAlign()->value() : 0);
    if (IsSmallConstant(*variable)) out.Constant(variable->getInitializer());
  }
}

}  // namespace

ModuleHash HashModule(const llvm::Module& module) {
  const GlobalNumbers globals = NumberGlobals(module);
  Contents contents(globals);
  Writer out(contents);
  ModuleHash hash;
  WriteContext(module, out);
  hash.context = out.Finish();
  std::vector<Hash128> parts = {hash.context};
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    hash.instructions += out.Body(function);
    parts.push_back(out.Finish());
    hash.bodies.try_emplace(&function, parts.back());
  }
  hash.whole = HashBytes(std::as_bytes(std::span(parts)));
  return hash;
}

bool IsSmallConstant(const llvm::GlobalVariable& variable) {
  if (!variable.isConstant() || !variable.hasInitializer()) return false;
  if (!isa<llvm::ConstantData>(variable.getInitializer())) return false;
  return variable.getDataLayout().getTypeAllocSize(variable.getValueType()) <= kSmallConstant;
}

CodeHash HashCode(const llvm::Module& module) {
  GlobalNumbers globals;
  Contents contents(globals);
  Writer out(contents);
  for (const llvm::GlobalValue& global : module.global_values()) {
    if (IsDebugDeclaration(global)) continue;
    WriteReference(global, out);
    globals.try_emplace(&global, out.Finish().low);
  }
  CodeHash hash;
  WriteTarget(module, out);
  WriteVariables(module, out);
  WriteAliasesAndMetadata(module, out);
  hash.data = out.Finish();
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    WriteFunctionHeader(function, out);
    out.Body(function);
    hash.bodies.try_emplace(&function, out.Finish());
  }
  return hash;
}

}  // namespace autotune::worker
