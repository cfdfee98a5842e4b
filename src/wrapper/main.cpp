#include "wrapper/compiler_wrapper.h"

int main(int argc, char** argv) {
  // CMake sets the macro for autotune-c++.
#ifdef AUTOTUNE_WRAPS_CXX
  constexpr auto kLanguage = autotune::WrappedLanguage::kCxx;
#else
  constexpr auto kLanguage = autotune::WrappedLanguage::kC;
#endif
  autotune::RunCompilerWrapper(kLanguage, {argv + (argc > 0 ? 1 : 0), argv + argc});
}
