#pragma once

namespace llvm {
class PassBuilder;
}

namespace autotune {

/// Makes `autotune-quick<K>` an element of module pipelines. Each function tries the first K of the
/// learned lists (`quick_lists.txt`), one after the other, and keeps what a list does only if the
/// function is smaller then: no more instructions, no more code by LLVM's estimate, and less of
/// either. The same module gives the same result. `autotune-quick` tries all lists, and
/// `autotune-quick<FILE>` those in a file, one a line. A file without lists is an error. `builder`
/// must outlive the pipelines.
void RegisterQuickPass(llvm::PassBuilder& builder);

}  // namespace autotune
