#pragma once

#include <cstdint>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace autotune {

/// Returns a hash of a function's body, by which a plan knows the function again after the file
/// around it was compiled anew. It covers opcodes, the shapes of types, where operands come from,
/// integers, and the names of what the body refers to. Debug information and names of local values
/// don't count. Two bodies that differ elsewhere may share a hash: a plan's list is then applied to
/// a body that it was not made for, which is allowed and may help less. Linear in the body's size.
inline std::uint64_t HashBody(const llvm::Function& function) {
  std::uint64_t hash = 0xcbf29ce484222325ull;  // FNV-1a
  const auto byte = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3ull; };
  const auto word = [&byte](std::uint64_t value) {
    for (unsigned shift = 0; shift < 64; shift += 8) byte(value >> shift & 0xff);
  };
  llvm::DenseMap<const llvm::Value*, std::uint64_t> locals;
  for (const llvm::Argument& argument : function.args()) {
    locals.try_emplace(&argument, locals.size());
  }
  for (const llvm::BasicBlock& block : function) {
    locals.try_emplace(&block, locals.size());
    for (const llvm::Instruction& instruction : block) {
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) {
        locals.try_emplace(&instruction, locals.size());
      }
    }
  }
  const auto type = [&word](const llvm::Type* its) {
    word(its->getTypeID() | std::uint64_t{its->getPrimitiveSizeInBits().getKnownMinValue()} << 8);
  };
  const auto operand = [&](const llvm::Value* value) {
    if (const auto local = locals.find(value); local != locals.end()) return word(local->second);
    type(value->getType());
    if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(value)) {
      // Names of private symbols are numbered anew when a file changes.
      if (global->hasPrivateLinkage()) return;
      for (const char letter : global->getName()) byte(static_cast<unsigned char>(letter));
    } else if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      word(number->getValue().extractBitsAsZExtValue(std::min(64u, number->getBitWidth()), 0));
    }
  };
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
    word(instruction.getOpcode() | std::uint64_t{instruction.getNumOperands()} << 8);
    type(instruction.getType());
    if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
      word(compare->getPredicate());
    }
    for (const llvm::Use& use : instruction.operands()) operand(use.get());
  }
  return hash;
}

}  // namespace autotune
