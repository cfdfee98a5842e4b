#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>

#include "core/code_model.h"
#include "core/program.h"

namespace llvm {
class Module;
namespace object {
class ObjectFile;
class SectionRef;
}  // namespace object
}  // namespace llvm

namespace autotune::worker {

/// Which outliner works at the end of code generation, across functions.
enum class Outliner {
  kDefault,  ///< the target's: that of some takes code out of `minsize` functions
  kNone,
};

/// Returns the bytes of the object file that `llc -filetype=obj` makes from this module with the
/// flags of `model`. The triple is the module's own, or the host's if it has none; code
/// generation is at -O2. A function's own `target-cpu` wins over the model's CPU, and its features
/// come before the model's.
///
/// The module stays as it is. Call `InitializeTargets()` first. Errors: an unknown target, or code
/// generation refused the module. If LLVM itself aborts (`Cannot select`), so does this.
llvm::Expected<llvm::SmallVector<char, 0>> EmitObject(const llvm::Module& module,
                                                      const CodeModel& model,
                                                      Outliner outliner = Outliner::kDefault);

/// True if the section's bytes end up in the memory of a running program.
bool IsLoaded(const llvm::object::ObjectFile& object, const llvm::object::SectionRef& section);

/// Returns the section sizes of the object file `bytes`. Errors: it is none, and `name` is named.
///
/// For ELF, `text + data` is what `size` calls text + data. `size` counts read-only data as text;
/// we count it as data, so that `text` is only code. For Mach-O, it is segments __TEXT and __DATA
/// without zero-filled parts.
llvm::Expected<ObjectSize> SizeOfObject(llvm::StringRef bytes, llvm::StringRef name);

/// Returns the section sizes of the object file that `EmitObject` makes. Errors as there.
llvm::Expected<ObjectSize> MeasureObjectSize(const llvm::Module& module, const CodeModel& model);

}  // namespace autotune::worker
