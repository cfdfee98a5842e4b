#include "plugin/quick_pass.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/WithColor.h>
#include <llvm/Support/raw_ostream.h>

#include "plugin/quick_lists.h"
#include "plugin/saved_body.h"

namespace autotune {
namespace {

constexpr llvm::StringLiteral kQuickPass = "autotune-quick";

using Lists = std::vector<llvm::FunctionPassManager>;

/// The size of a function.
struct Size {
  std::uint64_t instructions = 0;  ///< without debug intrinsics
  std::int64_t code = 0;           ///< LLVM's estimate of the target's instructions

  bool IsBelow(const Size& other) const {
    return instructions <= other.instructions && code <= other.code &&
           (instructions < other.instructions || code < other.code);
  }
};

Size Measure(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const llvm::TargetTransformInfo& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  Size size;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
    ++size.instructions;
    const llvm::InstructionCost cost =
        target.getInstructionCost(&instruction, llvm::TargetTransformInfo::TCK_CodeSize);
    // Some versions of LLVM return an optional.
    if (cost.isValid()) size.code += *std::optional(cost.getValue());
  }
  return size;
}

/// Reads at most `count` lists of function passes, one a line; `#` begins a comment.
llvm::Expected<Lists> ParseLists(llvm::StringRef text, std::size_t count,
                                 llvm::PassBuilder& builder) {
  Lists lists;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (const llvm::StringRef line : lines) {
    if (line.starts_with("#")) continue;
    if (lists.size() == count) break;
    if (llvm::Error error = builder.parsePassPipeline(lists.emplace_back(), line)) return error;
  }
  return lists;
}

/// Lets each function try lists.
class QuickPass : public llvm::PassInfoMixin<QuickPass> {
 public:
  explicit QuickPass(Lists lists) : lists_(std::make_shared<Lists>(std::move(lists))) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& modules) {
    modules.clear(module, module.getName());  // what came before must not decide
    auto& analyses =
        modules.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    llvm::SmallVector<llvm::Function*> functions;
    llvm::DenseSet<const llvm::GlobalValue*> known;
    for (const llvm::GlobalValue& value : module.global_values()) known.insert(&value);
    for (llvm::Function& function : module) {
      if (!function.isDeclaration() && SavedBody::CanHold(function)) functions.push_back(&function);
    }
    for (llvm::Function* const function : functions) TryLists(*function, analyses);
    modules.clear(module, module.getName());
    DropUnused(module, known);
    return llvm::PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }  // NOLINT: LLVM's name

 private:
  void TryLists(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    Size size = Measure(function, analyses);
    std::optional<SavedBody> before;
    for (llvm::FunctionPassManager& list : *lists_) {
      if (!before) before.emplace(function);
      const llvm::PreservedAnalyses preserved = list.run(function, analyses);
      if (preserved.areAllPreserved()) continue;
      analyses.invalidate(function, preserved);
      const Size now = Measure(function, analyses);
      if (now.IsBelow(size)) {
        size = now;
      } else {
        before->PutBack(function);
        analyses.clear(function, function.getName());  // some can't be invalidated
      }
      before.reset();
    }
    analyses.clear(function, function.getName());
  }

  /// Removes what lists declared that were not kept.
  static void DropUnused(llvm::Module& module,
                         const llvm::DenseSet<const llvm::GlobalValue*>& known) {
    llvm::SmallVector<llvm::GlobalValue*> unused;
    for (llvm::GlobalValue& value : module.global_values()) {
      if (!known.contains(&value) && value.use_empty()) unused.push_back(&value);
    }
    for (llvm::GlobalValue* const value : unused) value->eraseFromParent();
  }

  std::shared_ptr<Lists> lists_;  // shared, since pass managers copy passes
};

/// Returns the first of the lists that are built in.
Lists BuiltIn(std::size_t count, llvm::PassBuilder& builder) {
  const std::string_view text = QuickListsText();
  return llvm::cantFail(ParseLists({text.data(), text.size()}, count, builder));
}

/// Returns the lists that an element such as `autotune-quick<8>` asks for. None if it is another
/// element, or its file has no lists, which is said on stderr.
std::optional<Lists> ListsOf(llvm::StringRef element, llvm::PassBuilder& builder) {
  if (!element.consume_front(kQuickPass)) return std::nullopt;
  if (element.empty()) return BuiltIn(SIZE_MAX, builder);
  if (!element.consume_front("<") || !element.consume_back(">")) return std::nullopt;
  std::size_t count = 0;
  if (!element.getAsInteger(10, count)) return BuiltIn(count, builder);
  const auto file = llvm::MemoryBuffer::getFile(element);
  llvm::Expected<Lists> lists = file ? ParseLists((*file)->getBuffer(), SIZE_MAX, builder)
                                     : llvm::errorCodeToError(file.getError());
  if (lists && lists->empty()) {
    lists = llvm::createStringError("it has no list");
  }
  if (lists) return std::move(*lists);
  llvm::WithColor::error(llvm::errs(), kQuickPass)
      << "'" << element << "': " << llvm::toString(lists.takeError()) << '\n';
  return std::nullopt;
}

}  // namespace

void RegisterQuickPass(llvm::PassBuilder& builder) {
  builder.registerPipelineParsingCallback(
      [&builder](llvm::StringRef element, llvm::ModulePassManager& passes,
                 llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        std::optional<Lists> lists = ListsOf(element, builder);
        if (!lists) return false;
        passes.addPass(QuickPass(*std::move(lists)));
        return true;
      });
}

}  // namespace autotune
