#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "eval/client/worker_pool.h"

namespace autotune {

/// Largest program that is read, in bytes: a message to a worker has less than 4 GiB.
inline constexpr std::uint64_t kMaxProgramBytes = 2ull << 30;

/// Size of a program's file in bytes; 0 if it can't be told, or is more than `kMaxProgramBytes`.
std::uint64_t ProgramBytes(const std::filesystem::path& file);

/// Returns the bytes of a program's file, as they were at one moment as far as the file system
/// tells. Never waits for a writer. Errors, each in one line: a file that is missing, unreadable,
/// empty, too large or no regular file; no LLVM IR by its first bytes; other processes write the
/// file meanwhile.
Result<std::string> ReadProgram(const std::filesystem::path& file);

/// Returns a line that names the memory needed to tune a program of `bytes` bytes, if that is more
/// than `available` bytes; else nothing.
std::optional<std::string> MemoryWarning(const std::filesystem::path& file, std::uint64_t bytes,
                                         std::uint64_t threads, std::uint64_t available);

/// Returns the oddities of a program that could be loaded, one line each. Errors: there is nothing
/// to optimise.
Result<std::vector<std::string>> InputWarnings(const std::filesystem::path& file,
                                               const ProgramInfo& program);

}  // namespace autotune
