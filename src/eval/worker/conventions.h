#pragma once

#include <vector>

#include <llvm/Support/Error.h>

#include "core/budget.h"
#include "core/code_model.h"
#include "eval/client/worker_pool.h"
#include "eval/worker/code_sizes.h"

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Chooses which functions of those that `MayChangeConvention` preserve no register for their
/// callers, so that the module's code is smaller, with the flags of `model`. Such a function saves
/// nothing; its callers save what they need, and mostly that is nothing.
///
/// Gives the best attributes of `functions` first. Then it tries one function of the share after
/// the other, and keeps what helps, until nothing does or `end` comes. Writes the choices to
/// `functions`; the module has them, too. Errors: code generation fails on the module as given.
llvm::Error ChooseConventions(llvm::Module& module, const CodeModel& model, const WorkShare& share,
                              std::vector<FunctionAttributes>& functions, Clock::time_point end,
                              CodeSizes& sizes);

}  // namespace autotune::worker
