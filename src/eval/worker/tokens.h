#pragma once

#include "core/ir_tokens.h"

namespace llvm {
class Module;
}

namespace autotune::worker {

/// One token for each instruction that `getInstructionCount` counts, so none for debug intrinsics.
/// The same IR gives the same tokens in every process, whatever its values, blocks, types and
/// functions are called (but for library functions) and whatever debug information it carries.
///
/// Each function is cut into windows of about equal length. A module with at most `kMaxWindows` is
/// seen whole. Of a longer one we take the windows around the instructions at 1/16, 3/16, ... 15/16
/// of the module: every instruction is as likely to be seen as any other, so that the windows are
/// an even sample of what passes will work on; they come from all over the module, while the
/// largest or the first functions would be one part of it; and there is no random number to agree
/// on. Each stands for an eighth of the module.
///
/// Linear; beyond counting, it works only on the functions that windows were taken from.
IrTokens Tokenize(const llvm::Module& module);

}  // namespace autotune::worker
