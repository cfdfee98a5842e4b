#pragma once

namespace autotune {

// Programs of `examples/`, whose folder is the macro EXAMPLES.
inline constexpr const char* kCalc = EXAMPLES "/calc.ll";
inline constexpr const char* kRoutes = EXAMPLES "/routes.ll";
inline constexpr const char* kWords = EXAMPLES "/words.ll";

}  // namespace autotune
