#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "eval/worker_pool.h"

namespace autotune {

/// Bytes of the largest program that is read: a message to a worker has less than 4 GiB.
inline constexpr std::uint64_t kMaxProgramBytes = 2ull << 30;

/// The bytes of a program's file, as they were at one moment as far as the file system tells.
/// Errors: one line each for what is missing, unreadable, empty, too large, no regular file or no
/// LLVM IR by its first bytes, and for a file that others write meanwhile. Never waits for a
/// writer.
Result<std::string> ReadProgram(const std::filesystem::path& file);

/// A line that names the memory which tuning a program of so many bytes takes, where `available` is
/// less. Else nothing.
std::optional<std::string> MemoryWarning(const std::filesystem::path& file, std::uint64_t bytes,
                                         std::uint64_t threads, std::uint64_t available);

/// What is odd about a program that could be loaded, one line each. Errors: there is nothing to
/// optimise.
Result<std::vector<std::string>> InputWarnings(const std::filesystem::path& file,
                                               const ProgramInfo& program);

}  // namespace autotune
