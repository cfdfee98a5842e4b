#include "eval/worker/size_attributes.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "eval/worker/code_generator.h"
#include "eval/worker/lone_function.h"

namespace autotune::worker {
namespace {

using llvm::Function;

constexpr char kNoJumpTables[] = "no-jump-tables";
constexpr char kNoOutline[] = "nooutline";

/// Share of the code of `minsize` functions that an outliner takes off (experiments/bytes). It
/// leaves all others alone.
constexpr double kOutlined = 0.03;

/// Cases that a switch must have for a jump table.
constexpr unsigned kLeastCases = 4;

bool MayHaveJumpTable(const Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* const its = llvm::dyn_cast<llvm::SwitchInst>(&instruction);
    return its && its->getNumCases() >= kLeastCases;
  });
}

void Give(Function& function, const SizeAttributes& attributes) {
  function.removeFnAttr(llvm::Attribute::OptimizeForSize);
  function.removeFnAttr(llvm::Attribute::MinSize);
  if (attributes.optsize) function.addFnAttr(llvm::Attribute::OptimizeForSize);
  if (attributes.minsize) function.addFnAttr(llvm::Attribute::MinSize);
  if (attributes.no_jump_tables) function.addFnAttr(kNoJumpTables, "true");
}

/// Returns all choices for a function, what it has first.
std::vector<SizeAttributes> ChoicesFor(const Function& function) {
  const SizeAttributes given = SizeAttributesOf(function);
  std::vector<SizeAttributes> choices = {given};
  const bool tables = !given.no_jump_tables && MayHaveJumpTable(function);
  for (const bool no_tables : {false, true}) {
    if (no_tables && !tables) continue;
    for (const SizeAttributes& size : {SizeAttributes{.optsize = true, .minsize = true},
                                       SizeAttributes{.optsize = true}, SizeAttributes{}}) {
      SizeAttributes choice = size;
      choice.no_jump_tables = given.no_jump_tables || no_tables;
      choice.no_outline = given.no_outline;
      if (choice != given) choices.push_back(choice);
    }
  }
  return choices;
}

}  // namespace

SizeAttributes SizeAttributesOf(const Function& function) {
  return {.optsize = function.hasFnAttribute(llvm::Attribute::OptimizeForSize),
          .minsize = function.hasFnAttribute(llvm::Attribute::MinSize),
          .no_jump_tables = function.getFnAttribute(kNoJumpTables).getValueAsBool(),
          .no_outline = function.hasFnAttribute(kNoOutline)};
}

llvm::Expected<ChosenAttributes> ChooseSizeAttributes(const llvm::Module& module,
                                                      const CodeModel& model,
                                                      const WorkShare& share, Clock::time_point end,
                                                      CodeSizes& sizes) {
  auto machine = MakeCodeGenerator(module, model);
  if (!machine) return machine.takeError();
  ChosenAttributes chosen;
  chosen.outlines = (*machine)->Options.SupportsDefaultOutlining;
  std::multimap<unsigned, const Function*, std::greater<>> functions;  // by size
  for (const Function& function : module) {
    if (!function.isDeclaration()) functions.emplace(function.getInstructionCount(), &function);
  }
  std::uint64_t number = 0;
  for (const auto& [size, next] : functions) {
    if (number++ % share.parts != share.part) continue;
    const Function& function = *next;
    FunctionAttributes its{function.getName().str(), SizeAttributesOf(function), {}};
    its.best = its.given;
    if (CanBeAlone(function) && !function.hasFnAttribute(llvm::Attribute::Naked) &&
        Clock::now() < end) {
      const auto code = TakeForCode(function);
      Function& copy = *code->getFunction(function.getName());
      std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
      for (const SizeAttributes& choice : ChoicesFor(function)) {
        Give(copy, choice);
        auto bytes = sizes.MeasureAlone(*code, copy, model);
        if (!bytes) return bytes.takeError();
        if (chosen.outlines && choice.minsize && !choice.no_outline) {
          *bytes -= static_cast<std::uint64_t>(kOutlined * static_cast<double>(*bytes));
        }
        if (*bytes < least) its.best = choice;
        least = std::min(least, *bytes);
      }
    }
    chosen.functions.push_back(std::move(its));
  }
  return chosen;
}

}  // namespace autotune::worker
