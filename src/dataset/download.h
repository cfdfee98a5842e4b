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
  std::string sha256;  ///< 64 hexadecimal digits; empty: take what comes
  std::filesystem::path file;
};

/// Bytes there and bytes expected, 0 where unknown.
using OnDownloadProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Fetches `download.file` unless it is there already. What an earlier call left unfinished is gone
/// on with. The file appears only once it is whole and has the right hash. Thread-safe. Errors:
/// `kIo` where the server can't be reached or refuses; `kBadInput` where the hash is another;
/// `kCancelled`.
Status Fetch(const Download& download, const OnDownloadProgress& on_progress, const Budget& budget);

/// 64 lower-case hexadecimal digits. Errors: `kIo`, `kCancelled`.
Result<std::string> Sha256(const std::filesystem::path& file, const Budget& budget);

}  // namespace autotune
