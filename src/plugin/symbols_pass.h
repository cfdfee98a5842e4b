#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

namespace llvm {
class Module;
class PassBuilder;
}  // namespace llvm

namespace autotune {

/// Calls `take` with the assembly of a module, and with each text of it within a function.
void FindAssembly(const llvm::Module& module, llvm::function_ref<void(llvm::StringRef)> take);

/// Makes `autotune-symbols<NAME;NAME>` an element of module pipelines. It changes nothing and
/// prints lines on stdout. `missing NAME` is one of its names without a visible symbol in the
/// module or its assembly. `keep NAME` is a visible symbol that has to stay so in a whole program.
/// The last line is `end`.
///
/// Such symbols are called by name, without a use in the IR: library functions, calls that code
/// generation makes up, and names in assembly or in attributes of functions. Members of some
/// sections stay, too: a program may go through them, they run before or after `main`, or they are
/// notes. A character that `-internalize-public-api-list=` gives a meaning is printed as `?`, its
/// sign for any character.
///
/// Makes `autotune-assembly` one as well. It prints `names NAME` for each name that assembly may
/// have for a symbol. `local NAME` is a symbol of local linkage, or a label of the module's
/// assembly that isn't global. `visible NAME` is a symbol of other linkage, defined or not.
void RegisterSymbolsPass(llvm::PassBuilder& builder);

}  // namespace autotune
