#pragma once

#include <string>

namespace autotune {

/// The processor's name as the kernel has it; empty where it doesn't say.
std::string CpuModel();

}  // namespace autotune
