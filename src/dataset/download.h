#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "core/budget.h"
#include "core/result.h"

namespace autotune {

struct Download {
  std::string url;     ///< http, https or file
  std::string sha256;  ///< 64 hexadecimal digits; empty: any contents are accepted
  std::filesystem::path file;
};

/// Called with the bytes received and the bytes expected, 0 if unknown.
using OnDownloadProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Fetches `download.file` unless it is there already. An unfinished download of an earlier call is
/// continued. The file appears only once it is complete and has the right hash. Thread-safe.
/// Errors: `kIo` if the server can't be reached or refuses; `kBadInput` if the hash differs;
/// `kCancelled`.
Status Fetch(const Download& download, const OnDownloadProgress& on_progress, const Budget& budget);

/// Returns the hash of a file as 64 lower-case hexadecimal digits. Errors: `kIo`, `kCancelled`.
Result<std::string> Sha256(const std::filesystem::path& file, const Budget& budget);

}  // namespace autotune
