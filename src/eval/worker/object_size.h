#pragma once

#include <llvm/Support/Error.h>

#include "core/program.h"

namespace llvm {
class Module;
}

namespace autotune::worker {

/// Generates the object file that `llc -relocation-model=pic -filetype=obj` makes of this module
/// (its own triple, or the host's where it has none; generic CPU unless function attributes say
/// otherwise; -O2 code generation) and adds up its sections. For ELF, `text + data` is what `size`
/// calls text + data; `size` counts read-only data as text, we count it as data, so that `text` is
/// code and nothing else. For Mach-O it is segments __TEXT and __DATA without what is zero-filled.
///
/// The module stays as it is. `InitializeTargets()` has been called. Errors: an unknown target,
/// code generation refused the module. What makes LLVM abort (`Cannot select`) makes it abort here
/// too.
llvm::Expected<ObjectSize> MeasureObjectSize(const llvm::Module& module);

}  // namespace autotune::worker
