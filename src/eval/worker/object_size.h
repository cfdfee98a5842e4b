#pragma once

#include <llvm/Support/Error.h>

#include "core/code_model.h"
#include "core/program.h"

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Generates the object file that `llc -filetype=obj` with the flags of `model` makes of this
/// module (its own triple, or the host's if it has none; -O2 code generation) and adds up its
/// sections. A function's own `target-cpu` wins over the model's CPU, and its features come before
/// the model's. For ELF, `text + data` is what `size` calls text + data; `size` counts read-only
/// data as text, we count it as data, so that `text` is code and nothing else. For Mach-O it is
/// segments __TEXT and
/// __DATA without what is zero-filled.
///
/// The module stays as it is. `InitializeTargets()` has been called. Errors: an unknown target,
/// code generation refused the module. What makes LLVM abort (`Cannot select`) makes it abort here
/// too.
llvm::Expected<ObjectSize> MeasureObjectSize(const llvm::Module& module, const CodeModel& model);

}  // namespace autotune::worker
