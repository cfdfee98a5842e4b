#include "plugin/tables_pass.h"

#include <cstdint>
#include <optional>
#include <utility>

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Passes/PassBuilder.h>

#include "eval/proof/pass_policy.h"

namespace autotune {
namespace {

/// A load that extends may need so many bytes more, mostly since no operand holds it.
constexpr std::uint64_t kBytesOfALoad = 4;
/// Larger arrays are buffers, and would take time.
constexpr std::uint64_t kMostElements = 1 << 20;
/// An address is computed in so many steps at most.
constexpr int kMostSteps = 8;

/// The integers of an array of arrays, in the order of their addresses.
struct Table {
  llvm::IntegerType* element;
  std::uint64_t bytes;
  llvm::SmallVector<llvm::APInt, 0> values{};
};

bool HasOtherMetadata(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode*>, 2> all;
  variable.getAllMetadata(all);
  return variable.isUsedByMetadata() ||
         llvm::any_of(all, [](const auto& its) { return its.first != llvm::LLVMContext::MD_dbg; });
}

/// True if nobody else knows the variable or its place.
bool IsOrdinary(const llvm::GlobalVariable& variable) {
  return variable.hasLocalLinkage() && variable.hasDefinitiveInitializer() &&
         !variable.isThreadLocal() && !variable.hasSection() && !variable.hasComdat() &&
         !variable.hasPartition() && !variable.hasSanitizerMetadata() &&
         !variable.hasAttributes() && !variable.getCodeModel() && !HasOtherMetadata(variable) &&
         variable.getAddressSpace() == 0;
}

/// Returns the table, without its values, that a variable may be.
std::optional<Table> TableOf(const llvm::GlobalVariable& variable) {
  // Zeros that are no constant need no bytes in an object file.
  if (!IsOrdinary(variable) || variable.getInitializer()->isNullValue()) return std::nullopt;
  llvm::Type* type = variable.getValueType();
  std::uint64_t elements = 1;
  while (auto* const array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    if (array->getNumElements() > kMostElements) return std::nullopt;
    elements *= array->getNumElements();
    if (elements > kMostElements) return std::nullopt;
    type = array->getElementType();
  }
  auto* const element = llvm::dyn_cast<llvm::IntegerType>(type);
  if (!element || !llvm::is_contained({16U, 32U, 64U}, element->getBitWidth())) {
    return std::nullopt;
  }
  return Table{element, elements * element->getBitWidth() / 8};
}

/// Adds the integers of a constant to `table`. Returns false if there is anything else.
bool AddValues(const llvm::Constant& constant, Table& table) {
  if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    table.values.push_back(integer->getValue());
    return true;
  }
  const auto* const type = llvm::dyn_cast<llvm::ArrayType>(constant.getType());
  if (!type) return false;
  for (std::uint64_t i = 0; i < type->getNumElements(); ++i) {
    const llvm::Constant* const element = constant.getAggregateElement(static_cast<unsigned>(i));
    if (!element || !AddValues(*element, table)) return false;
  }
  return true;
}

/// What `collectOffset` fills.
#if LLVM_VERSION_MAJOR < 21
using Variables = llvm::MapVector<llvm::Value*, llvm::APInt>;
#else
using Variables = llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4>;
#endif

/// An address in a table, in elements: a sum of variables, each times its factor, and a constant.
struct Index {
  Variables variables{};
  llvm::APInt constant;
};

/// Returns what an address adds to its base. Refuses sums that may wrap: another size of elements
/// could give another address.
std::optional<Index> IndexOf(const llvm::GEPOperator& address, const Table& table,
                             const llvm::DataLayout& layout) {
  if (address.getType()->isVectorTy()) return std::nullopt;
  const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
  Index index{.constant = llvm::APInt(bits, 0)};
  if (!address.collectOffset(layout, bits, index.variables, index.constant)) return std::nullopt;
  // Constants may be such that only the linker knows.
  const bool may_vary = address.isInBounds() && llvm::isa<llvm::GetElementPtrInst>(address);
  if (!index.variables.empty() && !may_vary) return std::nullopt;
  if (index.constant.abs().ugt(table.bytes)) return std::nullopt;
  const llvm::APInt bytes(bits, table.element->getBitWidth() / 8);
  const auto divide = [&bytes](llvm::APInt& number) {
    if (number.srem(bytes) != 0) return false;
    number = number.sdiv(bytes);
    return true;
  };
  if (!divide(index.constant)) return std::nullopt;
  for (auto& [variable, factor] : index.variables) {
    if (!divide(factor)) return std::nullopt;
  }
  return index;
}

/// Counts the loads from a table through `pointer`. Returns none if there are other uses.
std::optional<std::uint64_t> Loads(const llvm::Value& pointer, const Table& table,
                                   const llvm::DataLayout& layout, int steps = kMostSteps) {
  if (steps == 0) return std::nullopt;
  std::uint64_t loads = 0;
  for (const llvm::User* const user : pointer.users()) {
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      if (!load->isSimple() || load->getType() != table.element) return std::nullopt;
      ++loads;
      continue;
    }
    const auto* const address = llvm::dyn_cast<llvm::GEPOperator>(user);
    if (!address || !IndexOf(*address, table, layout)) return std::nullopt;
    const std::optional<std::uint64_t> more = Loads(*address, table, layout, steps - 1);
    if (!more) return std::nullopt;
    loads += *more;
  }
  return loads;
}

/// The elements that a table gets.
struct Narrow {
  llvm::IntegerType* type;
  bool is_signed;
};

std::optional<Narrow> NarrowestFor(const Table& table) {
  const bool is_signed =
      llvm::any_of(table.values, [](const llvm::APInt& value) { return value.isNegative(); });
  for (const unsigned bits : {8, 16, 32}) {
    if (bits >= table.element->getBitWidth()) break;
    if (llvm::all_of(table.values, [&](const llvm::APInt& value) {
          return is_signed ? value.isSignedIntN(bits) : value.isIntN(bits);
        })) {
      return Narrow{llvm::IntegerType::get(table.element->getContext(), bits), is_signed};
    }
  }
  return std::nullopt;
}

/// Makes the loads of one table read another of the same integers.
class Rewriter {
 public:
  Rewriter(const Table& table, const Narrow& narrow, const llvm::DataLayout& layout)
      : table_(table), narrow_(narrow), layout_(layout) {}

  /// Replaces the uses of `old`, which points to the same element as `pointer`, and removes them.
  void Replace(llvm::Value& old, llvm::Value& pointer) {
    for (llvm::User* const user : llvm::make_early_inc_range(old.users())) {
      if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        ReplaceLoad(*load, pointer);
        continue;
      }
      auto& address = llvm::cast<llvm::GEPOperator>(*user);
      Replace(address, *Address(address, pointer));
      if (auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
        instruction->eraseFromParent();
      }
    }
  }

 private:
  void ReplaceLoad(llvm::LoadInst& load, llvm::Value& pointer) {
    llvm::IRBuilder<> builder(&load);
    llvm::Value* const value = builder.CreateAlignedLoad(
        narrow_.type, &pointer, llvm::Align(narrow_.type->getBitWidth() / 8));
    llvm::Value* const extended = narrow_.is_signed ? builder.CreateSExt(value, load.getType())
                                                    : builder.CreateZExt(value, load.getType());
    extended->takeName(&load);
    load.replaceAllUsesWith(extended);
    load.eraseFromParent();
  }

  llvm::Value* Address(llvm::GEPOperator& old, llvm::Value& pointer) {
    const Index index = *IndexOf(old, table_, layout_);
    llvm::Type* const type = layout_.getIndexType(old.getType());
    llvm::Constant* const constant = llvm::ConstantInt::get(type, index.constant);
    auto* const instruction = llvm::dyn_cast<llvm::GetElementPtrInst>(&old);
    if (!instruction) {
      return llvm::ConstantExpr::getGetElementPtr(
          narrow_.type, &llvm::cast<llvm::Constant>(pointer), constant, old.isInBounds());
    }
    llvm::IRBuilder<> builder(instruction);
    llvm::Value* sum = index.variables.empty() || !index.constant.isZero() ? constant : nullptr;
    for (const auto& [variable, factor] : index.variables) {
      llvm::Value* term = builder.CreateSExtOrTrunc(variable, type);
      if (!factor.isOne()) term = builder.CreateMul(term, llvm::ConstantInt::get(type, factor));
      sum = sum ? builder.CreateAdd(term, sum) : term;
    }
    return builder.CreateGEP(narrow_.type, &pointer, sum, "", old.isInBounds());
  }

  const Table& table_;
  const Narrow narrow_;
  const llvm::DataLayout& layout_;
};

llvm::Constant* Initializer(const Table& table, llvm::IntegerType& type) {
  llvm::SmallVector<llvm::Constant*, 0> elements;
  for (const llvm::APInt& value : table.values) {
    elements.push_back(llvm::ConstantInt::get(&type, value.trunc(type.getBitWidth())));
  }
  return llvm::ConstantArray::get(llvm::ArrayType::get(&type, elements.size()), elements);
}

bool NarrowOne(llvm::GlobalVariable& variable, std::uint64_t least) {
  std::optional<Table> table = TableOf(variable);
  if (!table) return false;
  llvm::Module& module = *variable.getParent();
  const llvm::DataLayout& layout = module.getDataLayout();
  variable.removeDeadConstantUsers();
  const std::optional<std::uint64_t> loads = Loads(variable, *table, layout);
  if (!loads || !AddValues(*variable.getInitializer(), *table)) return false;
  const std::optional<Narrow> narrow = NarrowestFor(*table);
  if (!narrow) return false;
  const unsigned narrow_bytes = narrow->type->getBitWidth() / 8;
  const std::uint64_t saved = table->bytes - table->values.size() * narrow_bytes;
  if (saved < least || saved <= *loads * kBytesOfALoad) return false;
  llvm::Constant* const initializer = Initializer(*table, *narrow->type);
  auto* const replacement = new llvm::GlobalVariable(  // NOLINT: the module owns it
      module, initializer->getType(), /*isConstant=*/true, variable.getLinkage(), initializer, "",
      &variable);
  replacement->setUnnamedAddr(variable.getUnnamedAddr());
  replacement->setDSOLocal(variable.isDSOLocal());
  replacement->setAlignment(llvm::Align(narrow_bytes));
  replacement->takeName(&variable);
  Rewriter(*table, *narrow, layout).Replace(variable, *replacement);
  variable.removeDeadConstantUsers();
  variable.eraseFromParent();
  return true;
}

class TablesPass : public llvm::PassInfoMixin<TablesPass> {
 public:
  explicit TablesPass(std::uint64_t least) : least_(least) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    return NarrowTables(module, least_) > 0 ? llvm::PreservedAnalyses::none()
                                            : llvm::PreservedAnalyses::all();
  }

  static bool isRequired() { return true; }  // NOLINT: LLVM's name

 private:
  std::uint64_t least_;
};

}  // namespace

unsigned NarrowTables(llvm::Module& module, std::uint64_t least) {
  unsigned changed = 0;
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    if (NarrowOne(variable, least)) ++changed;
  }
  return changed;
}

void RegisterTablesPass(llvm::PassBuilder& builder) {
  builder.registerPipelineParsingCallback([](llvm::StringRef element,
                                             llvm::ModulePassManager& passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    std::uint64_t least = 0;
    if (!element.consume_front(kNarrowTables) || !element.consume_front("<") ||
        !element.consume_back(">") || element.getAsInteger(10, least)) {
      return false;
    }
    passes.addPass(TablesPass(least));
    return true;
  });
}

}  // namespace autotune
