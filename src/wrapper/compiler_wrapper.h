#pragma once

#include <string>
#include <vector>

namespace autotune {

enum class WrappedLanguage { kC, kCxx };

/// `autotune-cc` and `autotune-c++`: runs the plain compiler with these words (without the
/// program's own name) and ends as it ends. Keeps the unit in the folder that the environment
/// names; in apply mode puts the tuned object in place of the plain one. Whatever fails there costs
/// a count and leaves the plain object.
[[noreturn]] void RunCompilerWrapper(WrappedLanguage language,
                                     const std::vector<std::string>& words);

}  // namespace autotune
