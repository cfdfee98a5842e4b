#include "eval/worker/tokens.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <llvm/IR/Module.h>

#include "eval/worker/function_layout.h"
#include "eval/worker/token_fields.h"

namespace autotune::worker {
namespace {

struct Window {
  const llvm::Function* function;
  std::uint32_t begin;  ///< instruction numbers, from `begin` to before `end`
  std::uint32_t end;
};

std::vector<Window> AllWindows(const llvm::Module& module) {
  std::vector<Window> windows;
  for (const llvm::Function& function : module) {
    std::uint64_t instructions = 0;
    for (const llvm::BasicBlock& block : function) {
      for (const llvm::Instruction& instruction : block) {
        instructions += !instruction.isDebugOrPseudoInst();
      }
    }
    const std::uint64_t count = (instructions + kWindowTokens - 1) / kWindowTokens;
    for (std::uint64_t i = 0; i < count; ++i) {
      windows.push_back({&function, static_cast<std::uint32_t>(instructions * i / count),
                         static_cast<std::uint32_t>(instructions * (i + 1) / count)});
    }
  }
  return windows;
}

/// Returns the windows around instructions at even distances. If two fall into one window, the next
/// window is taken, too.
std::vector<Window> Sample(const std::vector<Window>& windows, std::uint64_t instructions) {
  std::vector<Window> chosen;
  std::size_t next = 0;       // first window that may still be chosen
  std::uint64_t seen_to = 0;  // instructions before the end of `at`
  std::size_t at = 0;         // number of windows looked at
  for (std::size_t i = 0; i < kMaxWindows; ++i) {
    const std::uint64_t target = instructions * (2 * i + 1) / (2 * kMaxWindows);
    while (at < windows.size() && seen_to <= target) {
      seen_to += windows[at].end - windows[at].begin;
      ++at;
    }
    const std::size_t last = windows.size() - (kMaxWindows - i);  // leaves enough for the others
    next = std::min(std::max(next, at - 1), last);
    chosen.push_back(windows[next++]);
  }
  return chosen;
}

}  // namespace

IrTokens Tokenize(const llvm::Module& module) {
  std::vector<Window> windows = AllWindows(module);
  std::uint64_t instructions = 0;
  for (const Window& window : windows) instructions += window.end - window.begin;
  const bool sampled = windows.size() > kMaxWindows;
  if (sampled) windows = Sample(windows, instructions);

  IrTokens tokens;
  std::optional<FunctionLayout> layout;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const Window& window = windows[i];
    if (i == 0 || window.function != windows[i - 1].function) layout.emplace(*window.function);
    TokenWindow& out = tokens.windows.emplace_back();
    out.tokens = TokenizeRange(*layout, window.begin, window.end);
    out.instructions = !sampled
                           ? out.tokens.size()
                           : instructions * (i + 1) / kMaxWindows - instructions * i / kMaxWindows;
  }
  return tokens;
}

}  // namespace autotune::worker
