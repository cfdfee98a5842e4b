#include "model/one_thread.h"

#include <mutex>

#include <ATen/Parallel.h>

/// OpenBLAS has threads of its own, if torch was built with it.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));

namespace autotune {

void UseOneThread() {
  static std::once_flag once;
  std::call_once(once, [] {
    at::set_num_threads(1);
    if (openblas_set_num_threads) openblas_set_num_threads(1);
  });
}

}  // namespace autotune
