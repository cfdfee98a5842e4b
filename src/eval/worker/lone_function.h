#pragma once

#include <memory>
#include <span>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace autotune::worker {

/// True if a function can be tuned by itself: it has a body, passes may work on it, and nothing
/// outside refers to the inside of the body (`blockaddress`).
bool CanBeAlone(const llvm::Function& function);

/// Returns a module with one function and what its body refers to. Function passes do the same to
/// the function there as in its own module, since they look at no other body.
///
/// Other functions keep name, linkage and attributes; those that had a body have one `unreachable`
/// instead, so that an internal function is not taken for a library function. Variables keep their
/// initial values. The module is in the context of the function's own, which is not changed.
/// `function` must be one that `CanBeAlone`. Time is linear in the body and the values referred to.
std::unique_ptr<llvm::Module> TakeAlone(const llvm::Function& function);

/// As `TakeAlone`, but with declarations of everything else, so that the object file of the module
/// holds the function's code alone. Small constants keep their values, which code generation may
/// look at; they are `available_externally`.
std::unique_ptr<llvm::Module> TakeForCode(const llvm::Function& function);
/// The same for several functions of one module, at least one.
std::unique_ptr<llvm::Module> TakeForCode(std::span<const llvm::Function* const> functions);

}  // namespace autotune::worker
