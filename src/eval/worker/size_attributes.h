#pragma once

#include <llvm/Support/Error.h>

#include "core/budget.h"
#include "core/code_model.h"
#include "eval/client/worker_pool.h"
#include "eval/worker/code_sizes.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// Returns the size attributes that a function has.
SizeAttributes SizeAttributesOf(const llvm::Function& function);

/// Gives a function other size attributes. `as_given` is the same function, or a copy, with the
/// attributes that it came with. Its calling convention stays.
void GiveSizeAttributes(llvm::Function& function, const SizeAttributes& attributes,
                        const llvm::Function& as_given);

/// Returns those functions of `module` with a body whose number among them, the largest first, is
/// `part` modulo `parts` of the share, with the attributes that make the code of each smallest.
/// Generates the code of a function alone for each choice, with the flags of `model`. Functions
/// that can't be alone, and those that come after `end`, keep what they have, except for unwind
/// tables: if losing these is allowed, all functions do. The module stays as it is. Errors: `sizes`
/// can't divide the object file, or code generation fails.
///
/// A function of `request.known` whose name and body are the same gets that choice, as far as it is
/// allowed, at once.
llvm::Expected<ChosenAttributes> ChooseSizeAttributes(const llvm::Module& module,
                                                      const CodeModel& model,
                                                      const AttributeRequest& request,
                                                      Clock::time_point end, CodeSizes& sizes);

}  // namespace autotune::worker
