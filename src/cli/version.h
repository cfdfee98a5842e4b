#pragma once

#include <string_view>

namespace autotune {

/// AUTOTUNE_VERSION is the project's version, from CMake.
inline constexpr std::string_view kVersion = AUTOTUNE_VERSION;

}  // namespace autotune
