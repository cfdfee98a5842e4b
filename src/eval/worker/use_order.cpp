#include "eval/worker/use_order.h"

#include <bit>

#include <llvm/IR/Module.h>

namespace autotune::worker {
namespace {

class Hasher {
 public:
  void Add(const llvm::Value& value) {
    Word(reinterpret_cast<std::uintptr_t>(&value));
    // A use is part of its user, so its address identifies user and operand.
    for (const llvm::Use& use : value.uses()) Word(reinterpret_cast<std::uintptr_t>(&use));
  }
  std::uint64_t value() const { return value_; }

 private:
  void Word(std::uint64_t word) { value_ = (std::rotl(value_, 23) ^ word) * 0x9e37'79b9'7f4a'7c15; }

  std::uint64_t value_ = 0;
};

}  // namespace

std::uint64_t HashUseOrder(const llvm::Module& module) {
  Hasher hasher;
  for (const llvm::GlobalValue& global : module.global_values()) hasher.Add(global);
  for (const llvm::Function& function : module) {
    for (const llvm::Argument& argument : function.args()) hasher.Add(argument);
    for (const llvm::BasicBlock& block : function) {
      hasher.Add(block);
      for (const llvm::Instruction& instruction : block) hasher.Add(instruction);
    }
  }
  return hasher.value();
}

}  // namespace autotune::worker
