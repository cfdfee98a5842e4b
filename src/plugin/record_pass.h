#pragma once

namespace llvm {
class PassBuilder;
}

namespace autotune {

/// Makes the default pipelines, clang's among them, write the module to the file that
/// AUTOTUNE_RECORD names, as bitcode. They do so where plugins may add passes at their start; a few
/// passes of LLVM and clang come before. A file that can't be written is left out or removed, and
/// the pipeline goes on. It stays empty if assembly of the module reads another file (`.incbin`),
/// which bitcode does not hold. Does nothing if there is no such variable.
void RegisterRecordAtStart(llvm::PassBuilder& builder);

}  // namespace autotune
