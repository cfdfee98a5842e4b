#pragma once

#include <string>
#include <vector>

namespace autotune {

enum class WrappedLanguage { kC, kCxx };

/// File names of the wrappers, which stand beside `autotune`.
inline constexpr char kCWrapper[] = "autotune-cc";
inline constexpr char kCxxWrapper[] = "autotune-c++";

/// The event that counts compiles which the plain compiler has refused.
inline constexpr char kCompileFailed[] = "compile failed";

/// `autotune-cc` and `autotune-c++`: runs the plain compiler with these words (without the
/// program's own name) and ends as it ends. Keeps the unit in the folder that the environment
/// names; in apply mode puts the tuned object in place of the plain one. A failure there is counted
/// and leaves the plain object.
[[noreturn]] void RunCompilerWrapper(WrappedLanguage language,
                                     const std::vector<std::string>& words);

}  // namespace autotune
