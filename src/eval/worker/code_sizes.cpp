#include "eval/worker/code_sizes.h"

#include <algorithm>
#include <memory>
#include <span>
#include <unordered_set>
#include <utility>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include "eval/worker/code_generator.h"
#include "eval/worker/copy_module.h"
#include "eval/worker/ir_hash.h"
#include "eval/worker/lone_function.h"
#include "eval/worker/object_size.h"

namespace autotune::worker {
namespace {

using llvm::Expected;
using llvm::StringRef;

/// Maximum number of parts remembered, some hundred bytes each.
constexpr std::size_t kMaxParts = 200'000;

/// Parts that functions are divided into to find those with constants.
constexpr std::size_t kSplit = 8;

/// Functions that others stand for can't be declarations.
llvm::SmallPtrSet<const llvm::GlobalObject*, 8> Aliased(const llvm::Module& module) {
  llvm::SmallPtrSet<const llvm::GlobalObject*, 8> aliased;
  for (const llvm::GlobalAlias& alias : module.aliases()) aliased.insert(alias.getAliaseeObject());
  for (const llvm::GlobalIFunc& ifunc : module.ifuncs()) {
    aliased.insert(ifunc.getResolverFunction());
  }
  return aliased;
}

/// True if code generation may well make constants in memory for a function. It does so for
/// floating point numbers, for vectors, and to set memory.
bool MayMakeConstants(const llvm::Function& function) {
  const auto needs_register = [](const llvm::Value* value) {
    return value->getType()->isFPOrFPVectorTy() || value->getType()->isVectorTy();
  };
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (needs_register(&instruction) || llvm::any_of(instruction.operand_values(), needs_register))
      return true;
    if (llvm::isa<llvm::MemSetInst>(instruction)) return true;
  }
  return false;
}

}  // namespace

/// Puts parts one after the other, as an object file holds them.
class CodeSizes::Sum {
 public:
  void Add(const CodePart& part) {
    for (const CodePart::Section& section : part.sections) {
      auto& [size, text] = sections_[section.name];
      size = llvm::alignTo(size, section.align) + section.size;
      text = section.text;
    }
    for (const auto& [frame, size] : part.shared_frames) {
      if (shared_frames_.insert(frame).second) frames_ += size;
    }
    frames_ += part.frames;
    frames_align_ = std::max(frames_align_, part.frames_align);
  }

  ObjectSize size() const {
    ObjectSize total;
    for (const auto& [name, section] : sections_) {
      (section.second ? total.text : total.data) += section.first;
    }
    total.data += llvm::alignTo(frames_, frames_align_);
    return total;
  }

 private:
  std::unordered_map<std::string, std::pair<std::uint64_t, bool>> sections_;
  std::unordered_set<Hash128> shared_frames_;
  std::uint64_t frames_ = 0;
  std::uint64_t frames_align_ = 1;
};

bool CodeSizes::IsDivisible(const llvm::Module& module, const CodeModel& model) {
  if (divisible_) return *divisible_;
  auto machine = MakeCodeGenerator(module, model);
  divisible_ = machine && (*machine)->getTargetTriple().isOSBinFormatELF();
  if (!machine) llvm::consumeError(machine.takeError());
  return *divisible_;
}

Expected<ObjectSize> CodeSizes::Measure(const llvm::Module& module, const CodeModel& model) {
  if (!IsDivisible(module, model)) return MeasureObjectSize(module, model);
  const bool is_first = !std::exchange(measured_, true);
  auto sum = MeasureInParts(module, model);
  if (sum) return sum;
  llvm::consumeError(sum.takeError());
  // A function may need what only the whole has, such as a macro of the module's assembly. Only the
  // program as it came decides: the answer about a state must not depend on those before it.
  auto whole = MeasureObjectSize(module, model);
  if (whole && is_first) divisible_ = false;
  return whole;
}

Expected<ObjectSize> CodeSizes::MeasureInParts(const llvm::Module& module, const CodeModel& model) {
  if (parts_.size() > kMaxParts) parts_.clear();
  const CodeHash hash = HashCode(module);
  const auto aliased = Aliased(module);
  std::vector<const llvm::Function*> alone;
  llvm::SmallPtrSet<const llvm::GlobalValue*, 8> rest;
  std::vector<Hash128> rest_key = {hash.data};
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasAvailableExternallyLinkage()) continue;
    if (CanBeAlone(function) && !aliased.contains(&function)) {
      alone.push_back(&function);
    } else {
      rest.insert(&function);
      rest_key.push_back(hash.bodies.at(&function));
    }
  }
  Sum sum;
  const auto add = [&](const Hash128& key, const llvm::Function* function,
                       const auto& make) -> llvm::Error {
    auto known = parts_.find(key);
    if (known == parts_.end()) {
      auto part = Generate(*make(), function, model);
      if (!part) return part.takeError();
      if (function && part->constants > 0) with_constants_.insert(function->getName());
      known = parts_.emplace(key, *std::move(part)).first;
    }
    sum.Add(known->second);
    return llvm::Error::success();
  };
  llvm::ValueToValueMapTy values;
  const auto copy_rest = [&] {
    return CopyModule(module, values, [&rest](const llvm::GlobalValue* global) {
      return !llvm::isa<llvm::Function>(global) || rest.contains(global);
    });
  };
  if (llvm::Error error = add(HashBytes(std::as_bytes(std::span(rest_key))), nullptr, copy_rest)) {
    return error;
  }
  std::vector<const llvm::Function*> unknown;
  for (const llvm::Function* const function : alone) {
    const bool known = parts_.contains(hash.bodies.at(function));
    if (!known && CanBeTogether(*function) && !with_constants_.contains(function->getName())) {
      unknown.push_back(function);
    }
  }
  Remember(unknown, hash, model);
  for (const llvm::Function* const function : alone) {
    const auto copy = [function] { return TakeForCode(*function); };
    if (llvm::Error error = add(hash.bodies.at(function), function, copy)) return error;
  }
  return sum.size();
}

Expected<std::uint64_t> CodeSizes::MeasureAlone(const llvm::Module& code,
                                                const llvm::Function& function,
                                                const CodeModel& model) {
  if (!IsDivisible(code, model)) {
    return llvm::createStringError("the code of functions can't be measured one by one");
  }
  auto part = Generate(code, &function, model);
  if (!part) return part.takeError();
  return part->bytes();
}

bool CodeSizes::CanBeTogether(const llvm::Function& function) {
  return CanBeAlone(function) && !function.hasPersonalityFn() && !function.hasSection() &&
         !function.hasComdat();
}

std::vector<std::optional<std::uint64_t>> CodeSizes::MeasureTogether(
    const llvm::Module& code, std::span<const llvm::Function* const> functions,
    const CodeModel& model) {
  std::vector<std::optional<std::uint64_t>> all(functions.size());
  if (!IsDivisible(code, model)) return all;
  const auto parts = GenerateTogether(code, functions, model);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i]) all[i] = parts[i]->bytes();
  }
  return all;
}

/// Generates the code of a module that holds one part. `function` is null for the rest.
Expected<CodePart> CodeSizes::Generate(const llvm::Module& code, const llvm::Function* function,
                                       const CodeModel& model) {
  CodeModel its = model;
  // The alignment of a section of its own is that of the function.
  if (function) its.function_sections = true;
  auto bytes = EmitObject(code, its, Outliner::kNone);
  if (!bytes) return bytes.takeError();
  ++generated_;
  return ReadPart({bytes->data(), bytes->size()}, code, function, model.function_sections);
}

std::vector<std::optional<CodePart>> CodeSizes::GenerateTogether(
    const llvm::Module& code, std::span<const llvm::Function* const> functions,
    const CodeModel& model) {
  std::vector<std::optional<CodePart>> parts(functions.size());
  CodeModel its = model;
  its.function_sections = true;
  auto bytes = EmitObject(code, its, Outliner::kNone);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());  // alone, one of them is at fault
    return parts;
  }
  const auto together = ReadParts({bytes->data(), bytes->size()}, functions);
  if (!together) return parts;
  std::uint64_t constants = 0;
  const auto generate_alone = [&](const auto& condition) {
    for (std::size_t i = 0; i < functions.size(); ++i) {
      if (parts[i] || !condition(*functions[i])) continue;
      const auto alone = TakeForCode(*functions[i]);
      auto part = Generate(*alone, alone->getFunction(functions[i]->getName()), model);
      if (!part) {
        llvm::consumeError(part.takeError());
        return false;
      }
      constants += part->constants;
      parts[i] = *std::move(part);
    }
    return true;
  };
  const bool generated = generate_alone([&](const llvm::Function& function) {
    return together->with_constants.contains(function.getName());
  });
  if (!generated) return parts;
  // Else some of the others have constants that nothing refers to.
  if (constants != together->constants && !generate_alone(MayMakeConstants)) return parts;
  if (constants != together->constants) return parts;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (parts[i]) continue;
    const StringRef name = functions[i]->getName();
    parts[i] = together->parts.lookup(name);
    const std::size_t suffix = model.function_sections ? 0 : 1 + name.size();
    for (CodePart::Section& section : parts[i]->sections)
      section.name.resize(section.name.size() - suffix);
    ++generated_;
  }
  return parts;
}

void CodeSizes::Remember(std::span<const llvm::Function* const> functions, const CodeHash& hash,
                         const CodeModel& model) {
  if (functions.size() < 2) return;
  const std::unique_ptr<llvm::Module> code = TakeForCode(functions);
  std::vector<const llvm::Function*> copies;
  for (const llvm::Function* const function : functions) {
    copies.push_back(code->getFunction(function->getName()));
  }
  auto parts = GenerateTogether(*code, copies, model);
  std::vector<const llvm::Function*> others;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (!parts[i]) {
      others.push_back(functions[i]);
      continue;
    }
    if (parts[i]->constants > 0) with_constants_.insert(functions[i]->getName());
    parts_.emplace(hash.bodies.at(functions[i]), *std::move(parts[i]));
  }
  const std::size_t size = (others.size() + kSplit - 1) / kSplit;
  for (std::size_t begin = 0; begin < others.size(); begin += size) {
    Remember(std::span(others).subspan(begin, std::min(size, others.size() - begin)), hash, model);
  }
}

}  // namespace autotune::worker
