#include "eval/worker/size_attributes.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include "eval/worker/code_generator.h"
#include "eval/worker/lone_function.h"
#include "plugin/body_hash.h"

namespace autotune::worker {
namespace {

using llvm::Function;

constexpr char kNoJumpTables[] = "no-jump-tables";
constexpr char kNoOutline[] = "nooutline";
constexpr char kFramePointer[] = "frame-pointer";
constexpr char kNone[] = "none";
constexpr char kTargetCpu[] = "target-cpu";
constexpr char kTuneCpu[] = "tune-cpu";
/// What clang calls the CPU, and the one that it tunes for, if nobody names any.
constexpr llvm::StringLiteral kUnnamed[] = {"",     "generic",      "x86-64",
                                            "i686", "generic-rv32", "generic-rv64"};

/// Share of the code of `minsize` functions that an outliner takes off (experiments/bytes). It
/// leaves all others alone.
constexpr double kOutlined = 0.03;

/// Instructions of functions whose code is generated together: some tenths of a second.
constexpr unsigned kTogether = 2'000;

/// Cases that a switch must have for a jump table.
constexpr unsigned kLeastCases = 4;

bool MayHaveJumpTable(const Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* const its = llvm::dyn_cast<llvm::SwitchInst>(&instruction);
    return its && its->getNumCases() >= kLeastCases;
  });
}

/// Other CPUs to generate code for, with the same instructions: their costs make some functions
/// smaller (experiments/bytes).
std::vector<std::string> TuneCpus(const llvm::Triple& target) {
  if (target.isX86()) return {"bdver2", "silvermont"};
  if (target.isAArch64()) return {"neoverse-v2"};
  if (target.isRISCV32()) return {"sifive-7-series", "rocket-rv32"};
  if (target.isRISCV64()) return {"sifive-7-series", "rocket-rv64"};
  return {};
}

/// Returns all choices for a function, `begin` first, on the CPU it is tuned for.
std::vector<SizeAttributes> ChoicesFor(const Function& function, const SizeAttributes& begin) {
  std::vector<SizeAttributes> choices = {begin};
  const bool tables = !begin.no_jump_tables && MayHaveJumpTable(function);
  for (const bool no_tables : {false, true}) {
    if (no_tables && !tables) continue;
    for (const auto& [minsize, optsize] :
         {std::pair(true, true), std::pair(false, true), std::pair(false, false)}) {
      SizeAttributes choice = begin;
      choice.minsize = minsize;
      choice.optsize = optsize;
      choice.no_jump_tables = begin.no_jump_tables || no_tables;
      if (choice != begin) choices.push_back(choice);
    }
  }
  return choices;
}

/// True if the function's author named a CPU.
bool IsForOneCpu(const Function& function) {
  return llvm::any_of(llvm::ArrayRef({kTargetCpu, kTuneCpu}), [&](const char* attribute) {
    return !llvm::is_contained(kUnnamed, function.getFnAttribute(attribute).getValueAsString());
  });
}

/// Returns the same for the costs of other CPUs.
std::vector<SizeAttributes> CpuChoices(const SizeAttributes& best,
                                       const std::vector<std::string>& cpus) {
  std::vector<SizeAttributes> choices;
  for (const std::string& cpu : cpus) {
    choices.push_back(best);
    choices.back().tune_cpu = cpu;
  }
  return choices;
}

/// Returns the share of the functions with a body.
std::vector<const Function*> LargestFirst(const llvm::Module& module, const WorkShare& share) {
  std::multimap<unsigned, const Function*, std::greater<>> functions;  // by size
  for (const Function& function : module) {
    if (!function.isDeclaration()) functions.emplace(function.getInstructionCount(), &function);
  }
  std::vector<const Function*> mine;
  std::uint64_t number = 0;
  for (const auto& [size, function] : functions) {
    if (number++ % share.parts == share.part) mine.push_back(function);
  }
  return mine;
}

/// The best attributes of a function so far.
struct FunctionChoice {
  const Function& function;
  FunctionAttributes its;
  bool known = false;  ///< `its.best` is an earlier choice, or the only one
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();  ///< of its code with `its.best`

  /// Takes an earlier choice for this body, as far as it is allowed. One without a CPU is for the
  /// given one.
  void Take(const SizeAttributes& choice, std::uint64_t body, bool any_cpu,
            const AllowedLosses& allowed) {
    its.best.minsize = choice.minsize;
    its.best.optsize = choice.optsize;
    its.best.no_jump_tables |= choice.no_jump_tables;
    its.best.no_outline |= choice.no_outline;
    its.best.no_frame_pointer |= choice.no_frame_pointer && allowed.frame_pointers;
    if (any_cpu && !choice.tune_cpu.empty()) its.best.tune_cpu = choice.tune_cpu;
    its.best.preserve_none = choice.preserve_none;
    its.body = body;
    known = true;
  }

  /// Notes that there was time for it.
  void End() {
    if (its.body == 0) its.body = HashBody(function);
  }

  /// Notes what its code takes with a choice.
  void Note(const SizeAttributes& choice, std::uint64_t measured, bool outlines) {
    if (outlines && choice.minsize && !choice.no_outline) {
      measured -= static_cast<std::uint64_t>(kOutlined * static_cast<double>(measured));
    }
    if (measured >= bytes) return;
    bytes = measured;
    its.best = choice;
  }
};

/// Generates functions' code with choices for each until `end`. On a target with an outliner,
/// `outlines` is true.
class Trials {
 public:
  Trials(bool outlines, const CodeModel& model, Clock::time_point end, CodeSizes& sizes)
      : outlines_(outlines), model_(model), end_(end), sizes_(sizes) {}

  /// Tries these choices on a function, if it can be alone: now, or with others of its kind.
  llvm::Error Add(FunctionChoice& function, std::vector<SizeAttributes> choices) {
    if (choices.empty() || !CanBeAlone(function.function) ||
        function.function.hasFnAttribute(llvm::Attribute::Naked)) {
      function.End();
      return llvm::Error::success();
    }
    const unsigned instructions = function.function.getInstructionCount();
    if (!CodeSizes::CanBeTogether(function.function) || instructions >= kTogether) {
      llvm::Error error = Alone(function, choices);
      function.End();
      return error;
    }
    instructions_ += instructions;
    waiting_.push_back({&function, std::move(choices)});
    return instructions_ < kTogether ? llvm::Error::success() : End();
  }

  /// Tries what is waiting.
  llvm::Error End() {
    instructions_ = 0;
    std::vector<Waiting> waiting = std::exchange(waiting_, {});
    for (std::size_t number = 0;; ++number) {
      std::erase_if(waiting, [&](const Waiting& its) {
        const bool ends = its.choices.size() <= number;
        if (ends) its.function->End();
        return ends;
      });
      if (waiting.empty() || Clock::now() >= end_) return llvm::Error::success();
      if (llvm::Error error = Together(waiting, number)) return error;
    }
  }

 private:
  struct Waiting {
    FunctionChoice* function;
    std::vector<SizeAttributes> choices;
  };

  llvm::Error Alone(FunctionChoice& function, llvm::ArrayRef<SizeAttributes> choices) {
    const auto code = TakeForCode(function.function);
    Function& copy = *code->getFunction(function.function.getName());
    for (const SizeAttributes& choice : choices) {
      if (&choice != choices.begin() && Clock::now() >= end_) break;
      GiveSizeAttributes(copy, choice, function.function);
      auto measured = sizes_.MeasureAlone(*code, copy, model_);
      if (!measured) return measured.takeError();
      function.Note(choice, *measured, outlines_);
    }
    return llvm::Error::success();
  }

  /// Tries the choice of that number on all functions at once.
  llvm::Error Together(llvm::ArrayRef<Waiting> waiting, std::size_t number) {
    std::vector<const Function*> functions;
    for (const Waiting& its : waiting) functions.push_back(&its.function->function);
    const auto code = TakeForCode(functions);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      Function* const copy = code->getFunction(functions[i]->getName());
      GiveSizeAttributes(*copy, waiting[i].choices[number], *functions[i]);
      functions[i] = copy;
    }
    const auto measured = sizes_.MeasureTogether(*code, functions, model_);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      const SizeAttributes& choice = waiting[i].choices[number];
      if (measured[i]) {
        waiting[i].function->Note(choice, *measured[i], outlines_);
      } else if (llvm::Error error = Alone(*waiting[i].function, choice)) {
        return error;
      }
    }
    return llvm::Error::success();
  }

  const bool outlines_;
  const CodeModel& model_;
  const Clock::time_point end_;
  CodeSizes& sizes_;
  std::vector<Waiting> waiting_;
  unsigned instructions_ = 0;  ///< of those that are waiting
};

}  // namespace

SizeAttributes SizeAttributesOf(const Function& function) {
  const llvm::StringRef frame = function.getFnAttribute(kFramePointer).getValueAsString();
  return {.optsize = function.hasFnAttribute(llvm::Attribute::OptimizeForSize),
          .minsize = function.hasFnAttribute(llvm::Attribute::MinSize),
          .no_jump_tables = function.getFnAttribute(kNoJumpTables).getValueAsBool(),
          .no_outline = function.hasFnAttribute(kNoOutline),
          .no_frame_pointer = frame.empty() || frame == kNone,
          .no_unwind_table = !function.hasUWTable(),
          .tune_cpu = function.getFnAttribute(kTuneCpu).getValueAsString().str()};
}

void GiveSizeAttributes(Function& function, const SizeAttributes& attributes,
                        const Function& as_given) {
  function.removeFnAttr(llvm::Attribute::OptimizeForSize);
  function.removeFnAttr(llvm::Attribute::MinSize);
  function.removeFnAttr(kNoJumpTables);
  if (attributes.optsize) function.addFnAttr(llvm::Attribute::OptimizeForSize);
  if (attributes.minsize) function.addFnAttr(llvm::Attribute::MinSize);
  if (attributes.no_jump_tables) function.addFnAttr(kNoJumpTables, "true");
  if (attributes.no_frame_pointer) {
    function.addFnAttr(kFramePointer, kNone);
  } else {
    const llvm::StringRef given = as_given.getFnAttribute(kFramePointer).getValueAsString();
    function.removeFnAttr(kFramePointer);
    if (!given.empty()) function.addFnAttr(kFramePointer, given);
  }
  if (attributes.no_unwind_table) function.removeFnAttr(llvm::Attribute::UWTable);
  if (!attributes.tune_cpu.empty()) function.addFnAttr(kTuneCpu, attributes.tune_cpu);
}

llvm::Expected<ChosenAttributes> ChooseSizeAttributes(const llvm::Module& module,
                                                      const CodeModel& model,
                                                      const AttributeRequest& request,
                                                      Clock::time_point end, CodeSizes& sizes) {
  const AllowedLosses& allowed = request.allowed;
  auto machine = MakeCodeGenerator(module, model);
  if (!machine) return machine.takeError();
  ChosenAttributes chosen;
  chosen.outlines = (*machine)->Options.SupportsDefaultOutlining;
  const std::vector<const Function*> functions = LargestFirst(module, request.share);
  std::map<std::pair<llvm::StringRef, std::uint64_t>, const SizeAttributes*> known;
  for (const FunctionAttributes& its : request.known) known[{its.name, its.body}] = &its.best;
  std::vector<FunctionChoice> choices;
  for (const Function* const function : functions) {
    const SizeAttributes given = SizeAttributesOf(*function);
    FunctionChoice& choice = choices.emplace_back(
        *function, FunctionAttributes{function->getName().str(), given, given});
    choice.its.best.no_unwind_table |= allowed.unwind_tables;
    choice.known = !function->hasName();  // nobody could tell `opt` of a choice
    if (known.empty() || function->hasOptNone()) continue;
    const std::uint64_t body = HashBody(*function);
    const auto earlier = known.find({function->getName(), body});
    const bool any_cpu = model.cpu.empty() && !IsForOneCpu(*function);
    if (earlier != known.end()) choice.Take(*earlier->second, body, any_cpu, allowed);
  }
  Trials trials(chosen.outlines, model, end, sizes);
  for (FunctionChoice& choice : choices) {
    if (Clock::now() >= end) break;
    if (choice.known) continue;
    SizeAttributes begin = choice.its.best;
    begin.no_frame_pointer |= allowed.frame_pointers;
    if (llvm::Error error = trials.Add(choice, ChoicesFor(choice.function, begin))) return error;
  }
  if (llvm::Error error = trials.End()) return error;
  // Places on the stack may need more bytes without a frame pointer.
  for (FunctionChoice& choice : choices) {
    if (Clock::now() >= end) break;
    const bool had_one = !choice.its.given.no_frame_pointer;
    if (choice.known || !had_one || !choice.its.best.no_frame_pointer) continue;
    SizeAttributes kept = choice.its.best;
    kept.no_frame_pointer = false;
    if (llvm::Error error = trials.Add(choice, {kept})) return error;
  }
  if (llvm::Error error = trials.End()) return error;
  // These gain less.
  const std::vector<std::string> cpus = TuneCpus((*machine)->getTargetTriple());
  for (FunctionChoice& choice : choices) {
    if (Clock::now() >= end || !model.cpu.empty()) break;  // the user named one
    if (choice.known || IsForOneCpu(choice.function)) continue;
    if (llvm::Error error = trials.Add(choice, CpuChoices(choice.its.best, cpus))) return error;
  }
  if (llvm::Error error = trials.End()) return error;
  for (FunctionChoice& choice : choices) chosen.functions.push_back(std::move(choice.its));
  return chosen;
}

}  // namespace autotune::worker
