#pragma once

#include <cstdlib>
#include <string_view>

namespace autotune {

/// Empty where the variable is not set.
inline std::string_view Environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

}  // namespace autotune
