#pragma once

#include <string>
#include <string_view>

#include "core/toolchain.h"

namespace autotune {

/// The name of the build's `opt` with `rest` behind it, for commands and expected output.
inline std::string Opt(std::string_view rest = "") {
  return std::string(kOptProgram) + std::string(rest);
}

/// The same for `clang`.
inline std::string Clang(std::string_view rest = "") {
  return std::string(kClangProgram) + std::string(rest);
}

}  // namespace autotune
