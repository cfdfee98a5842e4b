#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

namespace autotune {

/// Sections of object files that hold a module: of `-fembed-bitcode`, of `-ffat-lto-objects`, and
/// of the first for Apple's systems.
inline constexpr std::array<std::string_view, 3> kModuleSections = {".llvmbc", ".llvm.lto",
                                                                    "__LLVM,__bitcode"};

/// Parts of a program's name: `FILE[:MEMBER][:SECTION]`, such as `lib.a:foo.o:.llvmbc`.
struct ModuleName {
  std::filesystem::path file;
  std::string member;   ///< member of the archive `file`; empty: the file itself
  std::string section;  ///< one of `kModuleSections`; empty: the file or member is the module
};

/// Splits a program's name. A file of that whole name wins; a member needs an archive that exists.
ModuleName ParseModuleName(const std::filesystem::path& name);

/// Returns the shell command that writes the module of that name to standard output; empty if the
/// name is just a file.
std::string ModuleCommand(const std::filesystem::path& name);

/// Returns the name of the file or member without its folder and extension.
std::string ModuleStem(const std::filesystem::path& name);

}  // namespace autotune
