#pragma once

#include <unistd.h>

namespace autotune {

/// Forks without fork handlers: those of BLAS libraries stop the parent's threads, and our children
/// need none. ThreadSanitizer cannot do without its own handlers.
inline pid_t Fork() {
#ifdef __SANITIZE_THREAD__
  return fork();
#else
  return _Fork();
#endif
}

}  // namespace autotune
