#include "eval/worker/lone_function.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <deque>
#include <utility>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "eval/worker/ir_hash.h"

namespace autotune::worker {
namespace {

using llvm::Function;
using llvm::GlobalVariable;

/// What becomes of the other globals that functions refer to.
enum class Others {
  kStubs,         ///< functions have a body that is unreachable, variables their values
  kDeclarations,  ///< small constants have their values
};

/// Copies functions into a new module, with what their bodies refer to.
class Copier : public llvm::ValueMaterializer {
 public:
  Copier(const llvm::Module& from, Others others)
      : others_(others),
        to_(std::make_unique<llvm::Module>(from.getModuleIdentifier(), from.getContext())) {
    to_->setTargetTriple(from.getTargetTriple());
    to_->setDataLayout(from.getDataLayout());
    if (const llvm::NamedMDNode* flags = from.getModuleFlagsMetadata()) {
      llvm::NamedMDNode* const copy = to_->getOrInsertModuleFlagsMetadata();
      for (unsigned i = 0; i < flags->getNumOperands(); ++i) {
        copy->addOperand(flags->getOperand(i));
      }
    }
  }

  std::unique_ptr<llvm::Module> Copy(std::span<const Function* const> functions) {
    for (const Function* const function : functions) {
      values_[function] = Declare(*function, *function);
    }
    for (const Function* const function : functions) CopyBody(*function);
    return std::move(to_);
  }

  llvm::Value* materialize(llvm::Value* value) override {
    if (auto* function = llvm::dyn_cast<Function>(value)) return Stub(*function, *function);
    if (auto* variable = llvm::dyn_cast<GlobalVariable>(value)) return Copy(*variable);
    if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(value)) {
      if (auto* its = llvm::dyn_cast_or_null<Function>(alias->getAliaseeObject())) {
        return Stub(*its, *alias);
      }
    }
    if (auto* global = llvm::dyn_cast<llvm::GlobalValue>(value)) {
      return Named(new GlobalVariable(*to_, global->getValueType(), false,
                                      llvm::GlobalValue::ExternalLinkage, nullptr, "", nullptr,
                                      global->getThreadLocalMode(), global->getAddressSpace()),
                   *global);
    }
    return nullptr;
  }

 private:
  void CopyBody(const Function& function) {
    auto* const copy = llvm::cast<Function>(values_[&function]);
    CopyComdat(function, *copy);
    llvm::Function::arg_iterator argument = copy->arg_begin();
    for (const llvm::Argument& its : function.args()) values_[&its] = &*argument++;
    llvm::SmallVector<llvm::ReturnInst*, 8> returns;
    llvm::CloneFunctionInto(copy, &function, values_,
                            llvm::CloneFunctionChangeType::DifferentModule, returns, "", nullptr,
                            nullptr, this);
    for (const llvm::Argument& its : function.args()) OrderUses(its);
    for (const llvm::BasicBlock& block : function) {
      OrderUses(block);
      for (const llvm::Instruction& instruction : block) OrderUses(instruction);
    }
    if (function.hasPersonalityFn()) copy->setPersonalityFn(Map(function.getPersonalityFn()));
    while (!uninitialised_.empty()) {
      const auto [variable, its] = uninitialised_.front();
      uninitialised_.pop_front();
      its->setInitializer(Map(variable->getInitializer()));
    }
  }

  template <typename Global>
  static Global* Named(Global* global, const llvm::GlobalValue& like) {
    global->setName(like.getName());
    return global;
  }

  llvm::Constant* Map(const llvm::Constant* constant) {
    return llvm::MapValue(constant, values_, llvm::RF_None, nullptr, this);
  }

  /// Gives the copy of a local value the use list of the value: some passes go by its order.
  void OrderUses(const llvm::Value& value) {
    llvm::Value* const copy = values_.lookup(&value);
    if (!copy || !copy->hasNUsesOrMore(2)) return;
    llvm::DenseMap<const llvm::Use*, std::size_t> order;
    for (const llvm::Use& use : value.uses()) {
      llvm::Value* const user = values_.lookup(use.getUser());
      if (!user) return;
      order.try_emplace(&llvm::cast<llvm::User>(user)->getOperandUse(use.getOperandNo()),
                        order.size());
    }
    copy->sortUseList([&order](const llvm::Use& a, const llvm::Use& b) {
      return order.lookup(&a) < order.lookup(&b);
    });
  }

  /// A function with the properties of `function` and the name of `named`, without a body.
  Function* Declare(const Function& function, const llvm::GlobalValue& named) {
    Function* const copy = Named(Function::Create(function.getFunctionType(), named.getLinkage(),
                                                  function.getAddressSpace(), "", to_.get()),
                                 named);
    copy->copyAttributesFrom(&function);
    copy->setPersonalityFn(nullptr);
    copy->setPrefixData(nullptr);
    copy->setPrologueData(nullptr);
    return copy;
  }

  Function* Stub(const Function& function, const llvm::GlobalValue& named) {
    Function* const copy = Declare(function, named);
    if (function.isDeclaration()) return copy;
    if (others_ == Others::kDeclarations) {
      Externalise(*copy, llvm::GlobalValue::ExternalLinkage);
    } else {
      new llvm::UnreachableInst(copy->getContext(),
                                llvm::BasicBlock::Create(copy->getContext(), "", copy));
    }
    return copy;
  }

  GlobalVariable* Copy(const GlobalVariable& variable) {
    auto* const copy =
        Named(new GlobalVariable(*to_, variable.getValueType(), variable.isConstant(),
                                 variable.getLinkage(), nullptr, "", nullptr,
                                 variable.getThreadLocalMode(), variable.getAddressSpace()),
              variable);
    copy->copyAttributesFrom(&variable);
    const bool defined = !variable.isDeclaration();
    if (defined && others_ == Others::kDeclarations) {
      if (!IsSmallConstant(variable)) {
        Externalise(*copy, llvm::GlobalValue::ExternalLinkage);
        return copy;
      }
      Externalise(*copy, llvm::GlobalValue::AvailableExternallyLinkage);
    } else {
      CopyComdat(variable, *copy);
    }
    if (variable.hasInitializer()) uninitialised_.emplace_back(&variable, copy);
    return copy;
  }

  /// Makes a copy of a definition one of something defined elsewhere, reached in the same way.
  static void Externalise(llvm::GlobalObject& copy, llvm::GlobalValue::LinkageTypes linkage) {
    const bool local = copy.isDSOLocal();
    copy.setLinkage(linkage);
    copy.setDSOLocal(local);
  }

  void CopyComdat(const llvm::GlobalObject& from, llvm::GlobalObject& to) {
    const llvm::Comdat* const comdat = from.getComdat();
    if (!comdat) return;
    llvm::Comdat* const copy = to_->getOrInsertComdat(comdat->getName());
    copy->setSelectionKind(comdat->getSelectionKind());
    to.setComdat(copy);
  }

  const Others others_;
  std::unique_ptr<llvm::Module> to_;
  llvm::ValueToValueMapTy values_;
  std::deque<std::pair<const GlobalVariable*, GlobalVariable*>> uninitialised_;
};

}  // namespace

bool CanBeAlone(const Function& function) {
  if (function.isDeclaration() || function.hasOptNone() || function.hasPrefixData() ||
      function.hasPrologueData() || !function.hasName()) {
    return false;
  }
  for (const llvm::BasicBlock& block : function) {
    if (block.hasAddressTaken()) return false;
  }
  return true;
}

std::unique_ptr<llvm::Module> TakeAlone(const Function& function) {
  assert(CanBeAlone(function));
  const Function* const one = &function;
  return Copier(*function.getParent(), Others::kStubs).Copy({&one, 1});
}

std::unique_ptr<llvm::Module> TakeForCode(const Function& function) {
  const Function* const one = &function;
  return TakeForCode({&one, 1});
}

std::unique_ptr<llvm::Module> TakeForCode(std::span<const Function* const> functions) {
  assert(
      std::ranges::all_of(functions, [](const auto* function) { return CanBeAlone(*function); }));
  return Copier(*functions.front()->getParent(), Others::kDeclarations).Copy(functions);
}

}  // namespace autotune::worker
