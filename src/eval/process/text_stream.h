#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "core/result.h"

namespace autotune {

/// The text in a file that may also be a pipe or a device. Waits up to `patience` for each next
/// byte, and stops at a zero byte. Errors: those of `ReadText`; `kIo` if nothing comes in that
/// time.
Result<std::string> ReadTextStream(const std::filesystem::path& file,
                                   std::chrono::milliseconds patience = std::chrono::seconds(10));

}  // namespace autotune
