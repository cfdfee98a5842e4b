#pragma once

#include <string>

namespace autotune {

/// Returns the processor's name as the kernel gives it; empty if it doesn't.
std::string CpuModel();

}  // namespace autotune
