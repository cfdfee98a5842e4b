#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace autotune {

/// Returns text + data of object files and linked files, in bytes, as `llvm-size` counts it. A file
/// that is missing or is no object has none. Thread-safe.
std::vector<std::optional<std::uint64_t>> TextAndData(
    const std::vector<std::filesystem::path>& files);

}  // namespace autotune
