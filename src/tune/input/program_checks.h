#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "eval/client/worker_pool.h"

namespace autotune {

/// Returns a line that names the memory needed to tune a program of `bytes` bytes, if that is more
/// than `available` bytes; else nothing.
std::optional<std::string> MemoryWarning(const std::filesystem::path& file, std::uint64_t bytes,
                                         std::uint64_t threads, std::uint64_t available);

/// Returns the oddities of a program that could be loaded, one line each. Errors: there is nothing
/// to optimise.
Result<std::vector<std::string>> InputWarnings(const std::filesystem::path& file,
                                               const ProgramInfo& program);

}  // namespace autotune
