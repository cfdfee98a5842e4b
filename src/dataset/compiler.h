#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/result.h"
#include "core/toolchain.h"

namespace autotune {

/// The ways our sets are compiled to bitcode.
enum class Flavour {
  kO0,  ///< as for -O1, before any pass: all passes are left to a search
  kO2,  ///< after -O2: a search can only improve optimised code
  kOz,  ///< as for -Oz, before any pass: every function is `minsize`
};

inline constexpr std::array kFlavours = {Flavour::kO0, Flavour::kO2, Flavour::kOz};

/// Returns the topmost folder of a program in a set: `O0`, `O2`, `Oz`.
std::string_view Name(Flavour flavour);
std::vector<std::string> Flags(Flavour flavour);

struct Compilation {
  std::string compiler{kClangProgram};
  std::filesystem::path folder;        ///< where the compiler runs
  std::string source;                  ///< seen from there
  std::vector<std::string> flags;      ///< besides the flavour's
  std::vector<std::string> refused{};  ///< flags of the command it was made of that are left out
};

/// Returns the first line of `PROGRAM --version`. Errors: `kNotFound` if it does not run; the
/// message names the packages that it comes with.
Result<std::string> VersionOf(std::string_view program, std::string_view packages,
                              const Budget& budget);

/// The first line of `clang --version`, "Debian clang version 19.1.7 (3)".
inline Result<std::string> CompilerVersion(const Budget& budget) {
  return VersionOf(kClangProgram, kClangPackage, budget);
}

/// Compiles one translation unit to bitcode, without warnings. The result does not depend on the
/// folder's location. Errors: `kBadInput` with the compiler's first complaint.
Status Compile(const Compilation& compilation, Flavour flavour, const std::filesystem::path& output,
               const Budget& budget);

/// Links many modules to one. Errors: `kBadInput` with the linker's first complaint.
Status Link(const std::vector<std::filesystem::path>& modules, const std::filesystem::path& output,
            const Budget& budget);

/// Writes the module without debug information. Errors: `kBadInput` with the first complaint of
/// `opt`.
Status StripDebug(const std::filesystem::path& module, const std::filesystem::path& output,
                  const Budget& budget);

/// Joins the words of `flags` with blanks, quoted for a shell if needed.
std::string JoinFlags(const std::vector<std::string>& flags);

}  // namespace autotune
