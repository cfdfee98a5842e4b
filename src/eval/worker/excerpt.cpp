#include "eval/worker/excerpt.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "core/random.h"
#include "eval/worker/copy_module.h"

namespace autotune::worker {
namespace {

using llvm::Function;

/// A cluster of functions that call each other is at most this part of the excerpt (1/8).
constexpr std::uint64_t kClusterPart = 8;
/// A function larger than this part (1/4) is left out, as long as others make half of an excerpt.
constexpr std::uint64_t kFunctionPart = 4;
/// Maximum number of callers to climb to the first function of a cluster.
constexpr int kHighest = 8;
/// Draws per function before the search for more functions is given up.
constexpr std::size_t kDraws = 4;

using Functions = llvm::SmallSetVector<const Function*, 4>;

/// The call graph of the functions with a body.
struct Calls {
  std::vector<const Function*> functions;  ///< all of them, in module order
  llvm::DenseMap<const Function*, Functions> callers;
  llvm::DenseMap<const Function*, Functions> callees;

  explicit Calls(const llvm::Module& module) {
    for (const Function& function : module) {
      if (function.isDeclaration()) continue;
      functions.push_back(&function);
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const Function* callee = call ? call->getCalledFunction() : nullptr;
        if (!callee || callee->isDeclaration()) continue;
        callees[&function].insert(callee);
        callers[callee].insert(&function);
      }
    }
  }
};

/// Chooses the functions that stay.
class Choice {
 public:
  Choice(const Calls& calls, std::uint64_t instructions, std::uint64_t seed)
      : calls_(calls), instructions_(instructions), random_(seed) {}

  llvm::DenseSet<const Function*> Make() {
    Draw(instructions_ / kFunctionPart);
    if (2 * taken_ < instructions_) Draw(instructions_);
    return std::move(kept_);
  }

 private:
  void Draw(std::uint64_t largest) {
    for (std::size_t i = 0; i < kDraws * calls_.functions.size() && taken_ < instructions_; ++i) {
      TakeCluster(Above(Any(calls_.functions)), largest);
    }
  }

  template <typename From>
  const Function* Any(const From& functions) {
    return functions[random_.Below(functions.size())];
  }

  /// Climbs to a caller: a function that would not exist without callers is seen together with
  /// them.
  const Function* Above(const Function* function) {
    for (int i = 0; i < kHighest && function->isDiscardableIfUnused(); ++i) {
      const auto callers = calls_.callers.find(function);
      if (callers == calls_.callers.end()) break;
      function = Any(callers->second);
    }
    return function;
  }

  void TakeCluster(const Function* first, std::uint64_t largest) {
    const std::uint64_t end = taken_ + std::max<std::uint64_t>(instructions_ / kClusterPart, 1);
    std::vector<const Function*> cluster;
    const auto take = [&](const Function* function) {
      const std::uint64_t size = function->getInstructionCount();
      if (taken_ >= end || size > largest) return;
      if (!kept_.insert(function).second) return;
      taken_ += size;
      cluster.push_back(function);
    };
    take(first);
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      const auto callees = calls_.callees.find(cluster[i]);
      if (callees == calls_.callees.end()) continue;
      for (const Function* callee : callees->second) take(callee);
    }
  }

  const Calls& calls_;
  const std::uint64_t instructions_;
  Random random_;
  llvm::DenseSet<const Function*> kept_;
  std::uint64_t taken_ = 0;
};

bool IsLocalAlias(const llvm::User& user) {
  const auto* const alias = llvm::dyn_cast<llvm::GlobalAlias>(&user);
  return alias && alias->hasLocalLinkage();
}

/// True if anything but a kept function uses a function or variable, itself or by a local alias.
bool IsUsedElsewhere(const llvm::GlobalObject& object,
                     const llvm::DenseSet<const Function*>& kept) {
  llvm::SmallVector<const llvm::User*, 16> users(object.users());
  llvm::SmallPtrSet<const llvm::User*, 16> seen;
  while (!users.empty()) {
    const llvm::User* user = users.pop_back_val();
    if (!seen.insert(user).second) continue;
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      if (!kept.contains(instruction->getFunction())) return true;
    } else if (llvm::isa<llvm::GlobalValue>(user) && !IsLocalAlias(*user)) {
      return true;
    } else {
      users.append(user->user_begin(), user->user_end());
    }
  }
  return false;
}

/// Users of the addresses of a function's blocks.
struct LabelUsers {
  std::vector<const llvm::GlobalValue*> holders;  ///< variables
  bool has_code = false;                          ///< code of another function uses one
};

LabelUsers FindLabelUsers(const Function& function) {
  LabelUsers found;
  llvm::SmallVector<const llvm::User*, 16> users;
  for (const llvm::BasicBlock& block : function) {
    if (!block.hasAddressTaken()) continue;
    const llvm::BlockAddress* const address = llvm::BlockAddress::lookup(&block);
    users.append(address->user_begin(), address->user_end());
  }
  llvm::SmallPtrSet<const llvm::User*, 16> seen;
  while (!users.empty()) {
    const llvm::User* user = users.pop_back_val();
    if (!seen.insert(user).second) continue;
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      found.has_code |= instruction->getFunction() != &function;
    } else if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(user)) {
      found.holders.push_back(global);
    } else {
      users.append(user->user_begin(), user->user_end());
    }
  }
  return found;
}

/// Makes a function or variable look as if another module used it.
void MakeVisible(llvm::GlobalObject& object) {
  if (object.hasLocalLinkage()) {
    object.setLinkage(llvm::GlobalValue::ExternalLinkage);
  } else if (object.hasLinkOnceLinkage()) {
    object.setLinkage(llvm::GlobalValue::getWeakLinkage(object.hasLinkOnceODRLinkage()));
  }
}

}  // namespace

std::unique_ptr<llvm::Module> TakeFunctions(const llvm::Module& module,
                                            llvm::DenseSet<const Function*> kept) {
  // An ifunc's resolver must have a body.
  for (const llvm::GlobalIFunc& ifunc : module.ifuncs()) {
    if (const Function* resolver = ifunc.getResolverFunction()) kept.insert(resolver);
  }
  for (const Function& function : module) {
    if (!function.isDeclaration() && FindLabelUsers(function).has_code) kept.insert(&function);
  }
  llvm::DenseSet<const llvm::GlobalValue*> undefined;
  std::vector<const llvm::GlobalObject*> visible;
  for (const Function& function : module) {
    if (function.isDeclaration()) continue;
    if (!kept.contains(&function)) {
      undefined.insert(&function);
      // Without the function, they can't be defined.
      const LabelUsers labels = FindLabelUsers(function);
      undefined.insert(labels.holders.begin(), labels.holders.end());
    } else if (function.isDiscardableIfUnused() && IsUsedElsewhere(function, kept)) {
      visible.push_back(&function);
    }
  }
  // Stores to a variable that nobody reads would go.
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.hasLocalLinkage() && !variable.isConstant() && IsUsedElsewhere(variable, kept)) {
      visible.push_back(&variable);
    }
  }
  llvm::ValueToValueMapTy values;
  auto taken = CopyModule(
      module, values, [&](const llvm::GlobalValue* global) { return !undefined.contains(global); });
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(taken->aliases())) {
    const llvm::GlobalObject* const object = alias.getAliaseeObject();
    if (!object || !object->isDeclaration()) continue;
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
  for (const llvm::GlobalValue* global : undefined) {
    auto* const function = llvm::dyn_cast<Function>(values[global]);
    if (!function) continue;
    function->setPrefixData(nullptr);
    function->setPrologueData(nullptr);
  }
  for (const llvm::GlobalObject* object : visible) {
    MakeVisible(*llvm::cast<llvm::GlobalObject>(values[object]));
  }
  for (Function& function : llvm::make_early_inc_range(*taken)) {
    if (function.isDeclaration() && function.use_empty()) function.eraseFromParent();
  }
  return taken;
}

std::unique_ptr<llvm::Module> TakeExcerpt(const llvm::Module& module, std::uint64_t instructions,
                                          std::uint64_t seed) {
  assert(instructions > 0);
  const Calls calls(module);
  return TakeFunctions(module, Choice(calls, instructions, seed).Make());
}

}  // namespace autotune::worker
