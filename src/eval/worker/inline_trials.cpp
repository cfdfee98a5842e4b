#include "eval/worker/inline_trials.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "core/objective.h"
#include "eval/proof/opt_flags.h"
#include "eval/worker/cpu_time.h"
#include "eval/worker/excerpt.h"
#include "eval/worker/ir_hash.h"
#include "eval/worker/module_io.h"

namespace autotune::worker {
namespace {

/// Choices put together may gain less than the sum of what each does alone. If they gain less than
/// this part, halves are tried.
constexpr double kFullGain = 0.75;
/// Runs on the whole program once some choices help together. More of them hardly gain anything.
constexpr int kMoreRuns = 4;
/// Choices are given up if they gained less than this part of the program in a third of their time.
/// A search would gain more in the rest.
constexpr double kLeastGain = 0.002;

// What a choice gains on average, in bytes, of 722 choices on six linked programs
// (experiments/bytes). To inline more is seldom good if it adds much code, and hardly ever if the
// function stays. To inline less is good for large functions.
constexpr double kGainOfInlining = 10;
constexpr double kMuchCode = 64;  ///< instructions that halve it
constexpr double kGainIfItStays = 2;
constexpr double kGainOfCalling = 0.125;  ///< for each instruction that was inlined
constexpr double kMostInlined = 512;
// Many copies are the inliner's mistake more often than few. It takes constructors of C++ to cost
// nothing, and inlines them everywhere (tinyxml2's test has 96 copies of one: 33 kB).
constexpr double kGainOfOneCopy = 0.5;  ///< for each instruction of copies but one
constexpr double kCall = 5;             ///< instructions that replace a copy
/// Instructions of a part that take as long as all that does not depend on its size.
constexpr double kFixedTime = 200;

/// Bytes of local variables that callers may get to hold.
constexpr std::uint64_t kMostLocalBytes = 512;

constexpr std::uint64_t kAnyInstructions = std::numeric_limits<std::uint64_t>::max();
/// Code with so many instructions more is never smaller. It is not generated.
constexpr std::uint64_t kHopelessInstructions = 16;

/// Returns the function that is called, by its own name or by an alias, as constructors of C++ are.
const llvm::Function* Callee(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return nullptr;
  const auto* const callee =
      llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

/// True if the function's author left the decision to the inliner, and `opt` can be told of it on
/// its command line.
bool IsOpen(const llvm::Function& function) {
  return !function.isDeclaration() && !function.hasFnAttribute(llvm::Attribute::NoInline) &&
         !function.hasFnAttribute(llvm::Attribute::AlwaysInline) && !function.hasOptNone() &&
         !function.hasFnAttribute(llvm::Attribute::Naked) && IsSymbolName(function.getName());
}

/// True if code of both functions may be mixed. `alwaysinline` makes the inliner skip this test.
bool AreCompatible(const llvm::Function& caller, const llvm::Function& callee) {
  const auto same = [&](llvm::StringRef attribute) {
    return caller.getFnAttribute(attribute) == callee.getFnAttribute(attribute);
  };
  const auto builtins = [](const llvm::Function& function) {
    std::vector<std::string> names;
    for (const llvm::Attribute attribute : function.getAttributes().getFnAttrs()) {
      if (!attribute.isStringAttribute()) continue;
      const llvm::StringRef name = attribute.getKindAsString();
      if (name.starts_with("no-builtin")) names.push_back(name.str());
    }
    return names;
  };
  return llvm::AttributeFuncs::areInlineCompatible(caller, callee) && same("target-cpu") &&
         same("target-features") && same("tune-cpu") &&
         caller.nullPointerIsDefined() == callee.nullPointerIsDefined() &&
         builtins(caller) == builtins(callee);
}

/// Returns the bytes of a function's local variables; the largest number if nobody knows.
std::uint64_t LocalBytes(const llvm::Function& function) {
  constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::uint64_t bytes = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!variable) continue;
    const auto size = variable->getAllocationSize(layout);
    if (!size || size->isScalable()) return kUnknown;
    bytes += size->getFixedValue();
  }
  return bytes;
}

llvm::Attribute::AttrKind AttributeOf(PassOrder order) {
  switch (order) {
    case PassOrder::kNoInline: return llvm::Attribute::NoInline;
    case PassOrder::kAlwaysInline: return llvm::Attribute::AlwaysInline;
    case PassOrder::kOptSize: return llvm::Attribute::OptimizeForSize;
    case PassOrder::kMinSize: return llvm::Attribute::MinSize;
    case PassOrder::kAsWritten: break;
  }
  llvm_unreachable("an order that there is not");
}

/// Gives all functions a size attribute. False if one has `optnone`, which excludes these.
bool GiveAll(llvm::Attribute::AttrKind attribute, llvm::Module& module) {
  if (llvm::any_of(module, [](const llvm::Function& function) { return function.hasOptNone(); })) {
    return false;
  }
  for (llvm::Function& function : module) {
    if (!function.isIntrinsic()) function.addFnAttr(attribute);  // LLVM renews an intrinsic's
  }
  return true;
}

/// Returns by how many bytes `after` is larger. Both have an object size.
std::int64_t Growth(const Cost& before, const Cost& after) {
  return static_cast<std::int64_t>(after.object_size->total()) -
         static_cast<std::int64_t>(before.object_size->total());
}

/// True if all calls of a function may be inlined, whatever that costs. `alwaysinline` makes the
/// inliner skip its own tests of other definitions at link time, of attributes that differ, and of
/// the stack that a caller then needs.
bool MayBeForced(llvm::Function& function) {
  if (function.isInterposable() || function.hasAddressTaken() ||
      LocalBytes(function) > kMostLocalBytes || !llvm::isInlineViable(function).isSuccess()) {
    return false;
  }
  return llvm::all_of(function.users(), [&](const llvm::User* user) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
    return !call || AreCompatible(*call->getFunction(), function);
  });
}

/// Watches what choices gain as time goes by.
class Pace {
 public:
  /// `least` is the gain that is worth a third of the time until `end`.
  Pace(double least, Clock::time_point end) : least_(least), third_((end - begin_) / 3) {}

  void Add(std::int64_t gain) { gains_.emplace_back(Clock::now(), gain); }

  /// True if the last third of the time gained less.
  bool IsSlow() const {
    const Clock::time_point now = Clock::now();
    if (now - begin_ <= third_) return false;
    double gain = 0;
    for (const auto& [when, its] : gains_) {
      if (when > now - third_) gain += static_cast<double>(its);
    }
    return gain < least_;
  }

 private:
  const Clock::time_point begin_ = Clock::now();
  const double least_;
  const Clock::duration third_;
  std::vector<std::pair<Clock::time_point, std::int64_t>> gains_;
};

}  // namespace

bool Give(const InlineChoice& choice, llvm::Module& module) {
  const llvm::Attribute::AttrKind attribute = AttributeOf(choice.order);
  if (choice.function.empty()) return GiveAll(attribute, module);
  llvm::Function* const function = module.getFunction(choice.function);
  if (!function || !IsOpen(*function)) return false;
  if (choice.order == PassOrder::kAlwaysInline && !MayBeForced(*function)) return false;
  function->addFnAttr(attribute);
  return true;
}

/// The choices of a program.
class InlineTrials::Candidates {
 public:
  /// `base` is what the pipeline makes of the program.
  Candidates(llvm::Module& program, const Outcome& base);

  struct Candidate {
    InlineChoice choice;
    unsigned number = 0;  ///< of the function, in module order
    double promise = 0;   ///< for its time
  };

  /// Returns all, the most promising first.
  const std::vector<Candidate>& all() const { return candidates_; }

  /// Returns the function, those that it may be inlined into, and all that is inlined into these.
  llvm::BitVector PartFor(unsigned number) const;

  /// Returns a snapshot of a part of the program.
  static std::string Take(const llvm::Module& program, const llvm::BitVector& part);

 private:
  struct Node {
    const llvm::Function* function;
    double instructions;
    std::map<unsigned, unsigned> callers{};  ///< with their calls
    std::map<unsigned, unsigned> callees{};
    unsigned inlined = 0;  ///< calls of it that the pipeline inlined
  };

  /// Returns the part of the program's instructions that the pipeline leaves.
  double Shrinkage(const Outcome& base) const;
  void Add(unsigned number, bool inlined, double promise);

  std::vector<Node> nodes_;
  std::vector<Candidate> candidates_;
};

InlineTrials::Candidates::Candidates(llvm::Module& program, const Outcome& base) {
  llvm::DenseMap<const llvm::Function*, unsigned> numbers;
  for (const llvm::Function& function : program) {
    if (function.isDeclaration()) continue;
    numbers[&function] = static_cast<unsigned>(nodes_.size());
    nodes_.push_back({&function, static_cast<double>(function.getInstructionCount())});
  }
  for (const auto& [caller, number] : numbers) {
    for (const llvm::Instruction& instruction : llvm::instructions(caller)) {
      if (const llvm::Function* const callee = Callee(instruction)) {
        ++nodes_[numbers.at(callee)].callers[number];
        ++nodes_[number].callees[numbers.at(callee)];
      }
    }
  }
  for (Node& node : nodes_) {
    for (const auto& [caller, count] : node.callers) node.inlined += count;
    const llvm::StringRef name = node.function->getName();
    if (base.functions.contains(name)) {
      node.inlined -= std::min(node.inlined, base.calls.lookup(name));
    }
  }
  const double kept = Shrinkage(base);
  for (llvm::Function& function : program) {
    if (!IsOpen(function)) continue;
    const unsigned number = numbers.at(&function);
    const Node& node = nodes_[number];
    const auto left = base.functions.find(function.getName());
    const bool stays = left != base.functions.end();
    const double size = stays ? static_cast<double>(left->second) : node.instructions;
    const unsigned calls = base.calls.lookup(function.getName());
    if (node.inlined > 0) {
      const double copy = (stays ? size : kept * size) - kCall;
      const double copies = (node.inlined - (stays ? 0 : 1)) * std::max(0.0, copy);
      Add(number, false,
          std::max(kGainOfCalling * std::min(size * node.inlined, kMostInlined),
                   kGainOfOneCopy * copies));
    }
    // What is always inlined is inlined earlier, too.
    const bool once = calls + node.inlined == 1;
    if ((calls > 0 || once) && !node.callers.contains(number) && MayBeForced(function)) {
      const double added = size * std::max(0, static_cast<int>(calls) - 1);
      Add(number, true,
          function.hasLocalLinkage() ? kGainOfInlining / (1 + added / kMuchCode) : kGainIfItStays);
    }
  }
  std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
    return std::tie(b.promise, a.number) < std::tie(a.promise, b.number);
  });
}

double InlineTrials::Candidates::Shrinkage(const Outcome& base) const {
  double before = 0;
  for (const Node& node : nodes_) before += node.instructions;
  return static_cast<double>(base.cost.instructions) / std::max(before, 1.0);
}

void InlineTrials::Candidates::Add(unsigned number, bool inlined, double promise) {
  const Node& node = nodes_[number];
  Candidate& candidate = candidates_.emplace_back();
  candidate.choice.function = node.function->getName().str();
  candidate.choice.order = inlined ? PassOrder::kAlwaysInline : PassOrder::kNoInline;
  candidate.number = number;
  double size = kFixedTime + node.instructions;
  for (const auto& [caller, count] : node.callers) size += nodes_[caller].instructions;
  candidate.promise = promise / size;
}

llvm::BitVector InlineTrials::Candidates::PartFor(unsigned number) const {
  llvm::BitVector part(static_cast<unsigned>(nodes_.size()));
  part.set(number);
  std::vector<unsigned> all = {number};
  const auto add = [&](unsigned next) {
    if (part.test(next)) return;
    part.set(next);
    all.push_back(next);
  };
  std::vector<unsigned> climbing = {number};
  while (!climbing.empty()) {
    const unsigned next = climbing.back();
    climbing.pop_back();
    for (const auto& [caller, count] : nodes_[next].callers) {
      if (!part.test(caller) && nodes_[caller].inlined > 0) climbing.push_back(caller);
      add(caller);
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const auto& [callee, count] : nodes_[all[i]].callees) {
      if (nodes_[callee].inlined > 0) add(callee);
    }
  }
  return part;
}

std::string InlineTrials::Candidates::Take(const llvm::Module& program,
                                           const llvm::BitVector& part) {
  llvm::DenseSet<const llvm::Function*> kept;
  unsigned number = 0;
  for (const llvm::Function& function : program) {
    if (!function.isDeclaration() && part.test(number++)) kept.insert(&function);
  }
  return TakeSnapshot(*TakeFunctions(program, std::move(kept)));
}

InlineTrials::InlineTrials(const std::string& program, const Pipeline& pipeline,
                           const InlineAim& aim, std::span<const InlineChoice> given,
                           const CodeModel& model, CodeSizes& sizes)
    : program_(program),
      pipeline_(pipeline),
      aim_(aim),
      given_(given),
      model_(model),
      sizes_(sizes) {}

Result<ChosenInlining> InlineTrials::Alone(const WorkShare& share, Clock::time_point end) {
  const std::uint64_t all = NeedsBytes() ? kAnyInstructions : 0;
  // In the parts, many functions are the same after the pipeline: their code is known then.
  const Result<Outcome> whole = Run(program_, {}, all);
  if (!whole) return whole.error();
  const OwnedModule program = ReadSnapshot(program_);
  for (const InlineChoice& choice : given_) Give(choice, *program.module);
  const Candidates candidates(*program.module, *whole);

  struct Part {
    std::string snapshot;
    Cost cost;  ///< has no bytes until a choice has some
  };
  llvm::DenseMap<llvm::BitVector, Part> parts;
  std::vector<InlineChoice> better;
  Pace pace(kLeastGain * static_cast<double>(Value(whole->cost, aim_.objective)) /
                static_cast<double>(share.parts),
            end);
  std::uint64_t number = 0;
  for (const Candidates::Candidate& candidate : candidates.all()) {
    if (Clock::now() >= end || pace.IsSlow()) break;
    if (number++ % share.parts != share.part) continue;
    llvm::BitVector functions = candidates.PartFor(candidate.number);
    auto part = parts.find(functions);
    if (part == parts.end()) {
      std::string snapshot = Candidates::Take(*program.module, functions);
      const Result<Outcome> without = Run(snapshot, {}, NeedsCode(aim_.objective) ? all : 0);
      if (!without) continue;
      part =
          parts.try_emplace(std::move(functions), Part{std::move(snapshot), without->cost}).first;
    }
    Cost& before = part->second.cost;
    const std::uint64_t most = aim_.adds_no_bytes
                                   ? std::max<std::uint64_t>(before.instructions, 1) - 1
                               : NeedsBytes() ? before.instructions + kHopelessInstructions
                                              : 0;
    const Result<Outcome> outcome = Run(part->second.snapshot, {&candidate.choice, 1}, most);
    if (!outcome) continue;  // the pipeline fails of this choice alone
    if (outcome->cost.object_size && !before.object_size) {
      const Result<Outcome> without = Run(part->second.snapshot, {}, all);
      if (!without) continue;
      before = without->cost;
    }
    const std::int64_t gain = Gain(before, outcome->cost);
    if (gain <= 0) continue;
    better.push_back(candidate.choice);
    better.back().gain = gain;
    pace.Add(gain);
    if (aim_.adds_no_bytes) better.back().bytes = Growth(before, outcome->cost);
  }
  return ChosenInlining{std::move(better), whole->cost, whole->ir, whole->nanoseconds};
}

Result<ChosenInlining> InlineTrials::Together(std::vector<InlineChoice> choices,
                                              const std::optional<Cost>& before,
                                              Clock::time_point end) {
  choices = Affordable(std::move(choices));
  if (choices.empty()) return ChosenInlining{};
  const std::uint64_t sized = NeedsBytes() ? kAnyInstructions : 0;
  ChosenInlining least;  // the best of all that was tried
  if (before) {
    least.cost = *before;
  } else {
    const Result<Outcome> first = Run(program_, {}, sized);
    if (!first) return first.error();
    least.cost = first->cost;
  }
  const Cost first = least.cost;
  std::vector<InlineChoice> kept;
  Cost best = first;
  // Groups yet to be tried, the next one last.
  std::vector<std::vector<InlineChoice>> groups = {std::move(choices)};
  Clock::duration last{};
  int runs_left = kMoreRuns;
  while (!groups.empty() && Clock::now() + last < end) {
    if (!least.choices.empty() && runs_left-- == 0) break;
    const std::vector<InlineChoice> group = std::move(groups.back());
    groups.pop_back();
    std::vector<InlineChoice> all = kept;
    llvm::append_range(all, group);
    const Clock::time_point begin = Clock::now();
    const Result<Outcome> outcome = Run(program_, all, sized);
    last = Clock::now() - begin;
    const bool allowed = outcome && (!aim_.adds_no_bytes || Growth(first, outcome->cost) <= 0);
    if (allowed && Gain(least.cost, outcome->cost) > 0) {
      least = {all, outcome->cost, outcome->ir, outcome->nanoseconds};
    }
    const std::int64_t gain = allowed ? Gain(best, outcome->cost) : 0;
    double hoped = 0;
    for (const InlineChoice& choice : group) hoped += static_cast<double>(choice.gain);
    if (gain > 0 && (group.size() == 1 || static_cast<double>(gain) >= kFullGain * hoped)) {
      kept = std::move(all);
      best = outcome->cost;
    } else if (group.size() > 1) {
      const auto half = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
      groups.emplace_back(half, group.end());
      groups.emplace_back(group.begin(), half);
    }
  }
  return least;
}

/// Returns one choice for each function, the best first. If they may add no bytes, returns as many
/// as others pay for, those that add least for their gain first.
std::vector<InlineChoice> InlineTrials::Affordable(std::vector<InlineChoice> choices) const {
  const auto price = [this](const InlineChoice& choice) {
    const auto gain = static_cast<double>(choice.gain);
    return aim_.adds_no_bytes ? static_cast<double>(choice.bytes) / gain : -gain;
  };
  std::ranges::sort(choices, [&](const InlineChoice& a, const InlineChoice& b) {
    return std::tuple(price(a), std::string_view(a.function)) <
           std::tuple(price(b), std::string_view(b.function));
  });
  llvm::StringSet<> decided;
  std::int64_t bytes = 0;
  std::erase_if(choices, [&](const InlineChoice& choice) {
    if (choice.bytes > 0 && bytes + choice.bytes > 0) return true;
    // Both choices may help, one at a time.
    if (!decided.insert(choice.function).second) return true;
    bytes += choice.bytes;
    return false;
  });
  return choices;
}

/// Runs the pipeline on a program, or on a part of it, with some choices made. Measures bytes as
/// well if at most `sized_to` instructions are left.
auto InlineTrials::Run(const std::string& program, std::span<const InlineChoice> choices,
                       std::uint64_t sized_to) -> Result<Outcome> {
  const OwnedModule owned = ReadSnapshot(program);
  llvm::Module& module = *owned.module;
  for (const InlineChoice& choice : given_) Give(choice, module);
  for (const InlineChoice& choice : choices) Give(choice, module);
  const std::uint64_t start = CpuNanoseconds();
  if (Status status = pipeline_(module); !status.ok()) return status.error();
  Outcome outcome;
  outcome.nanoseconds = CpuNanoseconds() - start;
  outcome.cost.instructions = module.getInstructionCount();
  if (&program == &program_) outcome.ir = HashModule(module).whole;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    outcome.functions[function.getName()] = function.getInstructionCount();
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (const llvm::Function* const callee = Callee(instruction)) {
        ++outcome.calls[callee->getName()];
      }
    }
  }
  if (outcome.cost.instructions <= sized_to) {
    auto size = sizes_.Measure(module, model_);
    if (!size) return Error{ErrorCode::kFatalError, llvm::toString(size.takeError())};
    outcome.cost.object_size = *size;
  }
  return outcome;
}

/// Returns by how much `after` is smaller; at most 0 if it is no better.
std::int64_t InlineTrials::Gain(const Cost& before, const Cost& after) const {
  if (!HasValue(after, aim_.objective)) return 0;
  return static_cast<std::int64_t>(Value(before, aim_.objective)) -
         static_cast<std::int64_t>(Value(after, aim_.objective));
}

}  // namespace autotune::worker
