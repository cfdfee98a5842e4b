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

/// Positions of a module's globals, in module order. A reference to a global is written as its
/// position.
using GlobalNumbers = llvm::DenseMap<const llvm::GlobalValue*, std::uint64_t>;

/// True for declarations of debug intrinsics. They come and go with the form of debug information.
bool IsDebugDeclaration(const llvm::GlobalValue& global);

/// Numbers all globals but declarations of debug intrinsics.
GlobalNumbers NumberGlobals(const llvm::Module& module);

using Words = llvm::SmallVector<std::uint64_t, 64>;

void AppendText(Words& words, llvm::StringRef text);

/// Content hashes of everything that a module's functions share: types, attribute lists, constants,
/// and metadata that is pure content. Each hash is computed once.
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

  /// Hashes a constant; 0 for null, which occurs in invalid IR (IR is hashed before it is
  /// verified).
  std::uint64_t Constant(const llvm::Constant* constant) {
    if (!constant) return 0;
    const auto known = constants_.find(constant);
    return known != constants_.end() ? known->second : NewConstant(constant);
  }

  /// Returns the hash of a node, or nothing if it has an identity besides its content. Distinct
  /// nodes have one, and so has every node that contains one.
  std::optional<std::uint64_t> Node(const llvm::MDNode* node);

  /// Hashes metadata that is no node.
  std::uint64_t Leaf(const llvm::Metadata* metadata);

  /// True for all kinds of nodes but plain tuples.
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
