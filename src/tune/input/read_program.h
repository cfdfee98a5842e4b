#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/budget.h"
#include "core/result.h"

namespace autotune {

/// Size of a program's file in bytes; 0 if it can't be told, or is more than `kMaxModuleBytes`.
std::uint64_t ProgramBytes(const std::filesystem::path& file);

/// True if bytes begin like bitcode, with or without the wrapper of Apple's tools.
bool HasBitcodeMagic(std::string_view bytes);

/// Returns the bytes of a program's file, as they were at one moment as far as the file system
/// tells. Never waits for a writer. Errors, each in one line: a file that is missing, unreadable,
/// empty, too large or no regular file; no LLVM IR by its first bytes; other processes write the
/// file meanwhile. `name`: the file's name in these lines.
Result<std::string> ReadProgram(const std::filesystem::path& file, const std::string& name);
inline Result<std::string> ReadProgram(const std::filesystem::path& file) {
  return ReadProgram(file, file.string());
}

/// Name that stands for standard input, as in `opt`.
inline constexpr std::string_view kStandardInput = "-";

/// Returns the bytes of a program on standard input, read to its end. Errors, each in one line: a
/// terminal, nothing, too much, or no LLVM IR; `kCancelled` if the budget ends before.
Result<std::string> ReadStandardInput(const Budget& budget);

}  // namespace autotune
