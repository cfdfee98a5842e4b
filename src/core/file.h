#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace autotune {

/// Largest file of a module that is read, in bytes: hundreds of times what a minute can search.
inline constexpr std::uint64_t kMaxModuleBytes = 512ull << 20;

/// True if there is a file or folder of that name, as far as this process can see.
bool Exists(const std::filesystem::path& file);

/// Refuses a path that exists and is no regular file: opening a pipe, a socket or a device may wait
/// for ever. Nothing is opened. A missing file, and one that can't be looked at, is no error here;
/// the caller finds out on opening it. Errors: `kIo`, one line that names the file and its kind.
Status CheckRegularFile(const std::filesystem::path& file);

/// The contents of a regular file. Errors: `kNotFound` if there is none, `kIo`.
Result<std::string> ReadFile(const std::filesystem::path& file);

/// The contents of a regular file that a person may have named as a text. Reading ends at a zero
/// byte. Errors as `ReadFile`; `kBadInput` if there is one.
Result<std::string> ReadText(const std::filesystem::path& file);

/// Errors: `kBadInput` if there is a zero byte in `bytes`, which are part of `file`.
Status CheckText(std::string_view bytes, const std::filesystem::path& file);

/// Puts `contents` in the place of `file` in one step, making folders as needed. Meant for folders
/// that one process writes to. Errors: `kIo`.
Status ReplaceFile(const std::filesystem::path& file, std::string_view contents);

/// Moves a file within a file system, in one step. Errors: `kIo`.
Status MoveFile(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes `folder` and all folders above it. An empty path is the current folder. Errors: `kIo`.
Status MakeFolder(const std::filesystem::path& folder);

}  // namespace autotune
