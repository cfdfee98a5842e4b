#include "eval/worker/ir_contents.h"

#include <cstring>
#include <iterator>
#include <span>

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Operator.h>

#include "core/hash.h"

namespace autotune::worker {
namespace {

using llvm::dyn_cast;

std::uint64_t HashWords(llvm::ArrayRef<std::uint64_t> words) {
  return HashBytes(std::as_bytes(std::span(words.data(), words.size()))).low;
}

void AppendInt(Words& words, const llvm::APInt& value) {
  words.append(value.getRawData(), value.getRawData() + value.getNumWords());
}

}  // namespace

bool IsDebugDeclaration(const llvm::GlobalValue& global) {
  return global.isDeclaration() && global.getName().starts_with("llvm.dbg.");
}

GlobalNumbers NumberGlobals(const llvm::Module& module) {
  GlobalNumbers numbers;
  for (const llvm::GlobalValue& global : module.global_values()) {
    if (!IsDebugDeclaration(global)) numbers.try_emplace(&global, numbers.size());
  }
  return numbers;
}

void AppendText(Words& words, llvm::StringRef text) {
  words.push_back(text.size());
  const std::size_t start = words.size();
  words.resize(start + (text.size() + 7) / 8);
  if (!text.empty()) std::memcpy(&words[start], text.data(), text.size());
}

std::uint64_t Contents::NewType(const llvm::Type* type) {
  Words words = {type->getTypeID()};
  if (const auto* integer = dyn_cast<llvm::IntegerType>(type)) {
    words.push_back(integer->getBitWidth());
  } else if (const auto* pointer = dyn_cast<llvm::PointerType>(type)) {
    words.push_back(pointer->getAddressSpace());
  } else if (const auto* array = dyn_cast<llvm::ArrayType>(type)) {
    words.push_back(array->getNumElements());
  } else if (const auto* vector = dyn_cast<llvm::VectorType>(type)) {
    words.push_back(vector->getElementCount().getKnownMinValue());
  } else if (const auto* function = dyn_cast<llvm::FunctionType>(type)) {
    words.push_back(function->isVarArg());
  } else if (const auto* structure = dyn_cast<llvm::StructType>(type)) {
    words.push_back(structure->isPacked() | structure->isOpaque() << 1);
  } else if (const auto* extension = dyn_cast<llvm::TargetExtType>(type)) {
    AppendText(words, extension->getName());
    for (const unsigned parameter : extension->int_params()) words.push_back(parameter);
  }
  for (const llvm::Type* contained : type->subtypes()) words.push_back(Type(contained));
  return types_[type] = HashWords(words);
}

std::uint64_t Contents::Attributes(const llvm::AttributeList& attributes) {
  if (attributes.isEmpty()) return 0;
  const auto [entry, fresh] = attributes_.try_emplace(attributes.getRawPointer());
  if (!fresh) return entry->second;
  Words words;
  for (const unsigned index : attributes.indexes()) {
    words.push_back(index);
    words.push_back(Attributes(attributes.getAttributes(index)));
  }
  return entry->second = HashWords(words);
}

std::uint64_t Contents::Attributes(const llvm::AttributeSet& set) {
  Words words;
  for (const llvm::Attribute attribute : set) {
    if (attribute.isTypeAttribute()) {  // its text would be the type's name
      AppendText(words, llvm::Attribute::getNameFromAttrKind(attribute.getKindAsEnum()));
      words.push_back(Type(attribute.getValueAsType()));
    } else {  // enum, integer, range and string attributes alike
      AppendText(words, attribute.getAsString());
    }
  }
  return HashWords(words);
}

std::uint64_t Contents::NewConstant(const llvm::Constant* constant) {
  Words words = {constant->getValueID(), Type(constant->getType())};
  if (const auto* global = dyn_cast<llvm::GlobalValue>(constant)) {
    words.push_back(Global(*global));
  } else if (const auto* integer = dyn_cast<llvm::ConstantInt>(constant)) {
    AppendInt(words, integer->getValue());
  } else if (const auto* real = dyn_cast<llvm::ConstantFP>(constant)) {
    AppendInt(words, real->getValueAPF().bitcastToAPInt());
  } else if (const auto* data = dyn_cast<llvm::ConstantDataSequential>(constant)) {
    AppendText(words, data->getRawDataValues());
  } else if (const auto* block = dyn_cast<llvm::BlockAddress>(constant)) {
    words.push_back(Global(*block->getFunction()));
    words.push_back(
        std::distance(block->getFunction()->begin(), block->getBasicBlock()->getIterator()));
  } else {
    if (const auto* expression = dyn_cast<llvm::ConstantExpr>(constant)) {
      AppendExpression(words, *expression);
    }
    for (const llvm::Value* operand : constant->operand_values()) {
      words.push_back(Constant(llvm::cast_or_null<llvm::Constant>(operand)));
    }
  }
  return constants_[constant] = HashWords(words);
}

std::optional<std::uint64_t> Contents::Node(const llvm::MDNode* node) {
  if (node->isDistinct()) return std::nullopt;
  if (const auto known = nodes_.find(node); known != nodes_.end()) return known->second;
  Words words;
  bool has_identity = false;
  for (const llvm::MDOperand& operand : node->operands()) {
    if (IsDebug(operand.get())) continue;  // the properties of a loop include its source locations
    if (const auto* inner = dyn_cast_or_null<llvm::MDNode>(operand.get())) {
      const auto hash = Node(inner);
      has_identity |= !hash;
      words.push_back(hash.value_or(0));
    } else {
      words.push_back(Leaf(operand.get()));
    }
  }
  return nodes_[node] = has_identity ? std::nullopt : std::optional(HashWords(words));
}

std::uint64_t Contents::Leaf(const llvm::Metadata* metadata) {
  if (const auto* string = dyn_cast_or_null<llvm::MDString>(metadata)) {
    Words words = {1};
    AppendText(words, string->getString());
    return HashWords(words);
  }
  if (const auto* constant = dyn_cast_or_null<llvm::ConstantAsMetadata>(metadata)) {
    return Constant(constant->getValue());
  }
  return 0;
}

void Contents::AppendExpression(Words& words, const llvm::ConstantExpr& expression) {
  words.push_back(expression.getOpcode());
  words.push_back(expression.getRawSubclassOptionalData());
  const auto* gep = dyn_cast<llvm::GEPOperator>(&expression);
  if (!gep) return;
  words.push_back(Type(gep->getSourceElementType()));
  if (const auto range = gep->getInRange()) {
    AppendInt(words, range->getLower());
    AppendInt(words, range->getUpper());
  }
}

}  // namespace autotune::worker
