#pragma once

#include <cstdint>
#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

namespace autotune::worker {

/// Positions of a module's globals, in module order: what a reference to one is written as.
using GlobalNumbers = llvm::DenseMap<const llvm::GlobalValue*, std::uint64_t>;

/// The declarations of debug intrinsics come and go with the form debug information is kept in.
bool IsDebugDeclaration(const llvm::GlobalValue& global);

/// All globals but those.
GlobalNumbers NumberGlobals(const llvm::Module& module);

using Words = llvm::SmallVector<std::uint64_t, 64>;

void AppendText(Words& words, llvm::StringRef text);

/// Content hashes of what the functions of a module share: types, attribute lists, constants, and
/// metadata that is all content. Each is worked out once.
class Contents {
 public:
  explicit Contents(const GlobalNumbers& globals) : globals_(globals) {}

  std::uint64_t Type(const llvm::Type* type) {
    const auto known = types_.find(type);
    return known != types_.end() ? known->second : NewType(type);
  }

  std::uint64_t Attributes(const llvm::AttributeList& attributes);
  std::uint64_t Attributes(const llvm::AttributeSet& set);

  std::uint64_t Global(const llvm::GlobalValue& global) const { return globals_.lookup(&global); }

  /// Null is met in invalid IR, which is hashed before it is verified.
  std::uint64_t Constant(const llvm::Constant* constant) {
    if (!constant) return 0;
    const auto known = constants_.find(constant);
    return known != constants_.end() ? known->second : NewConstant(constant);
  }

  /// The hash of a node, or nothing where more than content counts: distinct nodes have an
  /// identity, and so has what contains one.
  std::optional<std::uint64_t> Node(const llvm::MDNode* node);

  /// Metadata that is no node.
  std::uint64_t Leaf(const llvm::Metadata* metadata);

  /// All kinds of nodes but plain tuples.
  static bool IsDebug(const llvm::Metadata* metadata) {
    return metadata && llvm::isa<llvm::MDNode>(metadata) && !llvm::isa<llvm::MDTuple>(metadata);
  }

 private:
  std::uint64_t NewType(const llvm::Type* type);
  std::uint64_t NewConstant(const llvm::Constant* constant);
  void AppendExpression(Words& words, const llvm::ConstantExpr& expression);

  const GlobalNumbers& globals_;
  llvm::DenseMap<const llvm::Type*, std::uint64_t> types_;
  llvm::DenseMap<const void*, std::uint64_t> attributes_;
  llvm::DenseMap<const llvm::Constant*, std::uint64_t> constants_;
  llvm::DenseMap<const llvm::MDNode*, std::optional<std::uint64_t>> nodes_;
};

}  // namespace autotune::worker
