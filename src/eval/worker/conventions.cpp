#include "eval/worker/conventions.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include "eval/worker/size_attributes.h"
#include "plugin/conventions_pass.h"

namespace autotune::worker {
namespace {

/// Functions with more calls seldom gain, and their many callers' code takes time.
constexpr unsigned kMostCalls = 8;

struct Candidate {
  llvm::Function* function;
  bool* preserves_none;
  llvm::CallingConv::ID given;

  void Give(bool none) const {
    GiveConvention(*function, none ? unsigned{llvm::CallingConv::PreserveNone} : given);
  }
};

}  // namespace

llvm::Error ChooseConventions(llvm::Module& module, const CodeModel& model, const WorkShare& share,
                              std::vector<FunctionAttributes>& functions, Clock::time_point end,
                              CodeSizes& sizes) {
  std::vector<Candidate> candidates;
  for (FunctionAttributes& its : functions) {
    llvm::Function* const function = module.getFunction(its.name);
    if (!function || function->isDeclaration()) continue;
    GiveSizeAttributes(*function, its.best, *function);
    if (function->hasOptNone() || function->hasNUsesOrMore(kMostCalls + 1) ||
        !MayChangeConvention(*function)) {
      its.best.preserve_none = false;
      continue;
    }
    candidates.push_back({function, &its.best.preserve_none, function->getCallingConv()});
    candidates.back().Give(its.best.preserve_none);
  }
  // Neighbours call each other.
  const auto bound = [&](std::uint64_t part) { return candidates.size() * part / share.parts; };
  std::span mine(candidates);
  mine = mine.subspan(bound(share.part), bound(share.part + 1) - bound(share.part));
  // The fewer calls, the more often it helps.
  std::ranges::stable_sort(mine, {},
                           [](const Candidate& its) { return its.function->getNumUses(); });
  if (mine.empty() || Clock::now() >= end) return llvm::Error::success();
  auto least = sizes.Measure(module, model);
  if (!least) return least.takeError();
  for (bool gained = true; gained;) {
    gained = false;
    for (const Candidate& its : mine) {
      if (Clock::now() >= end) return llvm::Error::success();
      its.Give(!*its.preserves_none);
      auto size = sizes.Measure(module, model);
      if (size && size->total() < least->total()) {
        *its.preserves_none = !*its.preserves_none;
        least = *size;
        gained = true;
        continue;
      }
      if (!size) llvm::consumeError(size.takeError());
      its.Give(*its.preserves_none);
    }
  }
  return llvm::Error::success();
}

}  // namespace autotune::worker
