#pragma once

#include <filesystem>

#include "core/result.h"

namespace autotune {

/// Refuses a path that exists and is no regular file: opening a pipe, a socket or a device may wait
/// for ever. Nothing is opened. A missing file, and one that can't be looked at, is no error here;
/// the caller finds out on opening it. Errors: `kIo`, one line that names the file and its kind.
Status CheckRegularFile(const std::filesystem::path& file);

}  // namespace autotune
