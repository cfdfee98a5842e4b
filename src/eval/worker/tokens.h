#pragma once

#include "core/ir_tokens.h"

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Returns one token for each instruction that `getInstructionCount` counts, so none for debug
/// intrinsics. The same IR gives the same tokens in every process. Debug information and the names
/// of values, blocks, types and functions (except library functions) do not matter.
///
/// Each function is cut into windows of about equal length. A module with at most `kMaxWindows`
/// windows is represented in full. From a longer one, the windows around the instructions at 1/16,
/// 3/16, ... 15/16 of the module are taken; each stands for an eighth of the module.
///
/// Every instruction is thus equally likely to be seen, so the windows are an even sample of the
/// passes' work. The windows come from all over the module, unlike the largest or the first
/// functions. No random number has to be agreed on.
///
/// Time is linear. Beyond counting, only functions with chosen windows are processed.
IrTokens Tokenize(const llvm::Module& module);

}  // namespace autotune::worker
