#pragma once

#include <filesystem>
#include <string>

#include "core/result.h"

namespace autotune {

/// The text in a file that may also be a pipe or a device. Waits up to 10 s for each next byte, and
/// stops at a zero byte. Errors: those of `ReadText`; `kIo` if nothing comes for 10 s.
Result<std::string> ReadTextStream(const std::filesystem::path& file);

}  // namespace autotune
