#include "dataset/download.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>

#include <curl/curl.h>
#include <fmt/format.h>

#include "core/file.h"
#include "eval/process/subprocess.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// A transfer slower than this for that long has died.
constexpr long kStalledBytesPerSecond = 100;
constexpr long kStalledSeconds = 60;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

struct CloseCurl {
  void operator()(CURL* curl) const { curl_easy_cleanup(curl); }
};
using Curl = std::unique_ptr<CURL, CloseCurl>;

struct Watch {
  const OnDownloadProgress& on_progress;
  const Budget& budget;
  std::uint64_t offset;  ///< bytes that an earlier call received
};

int OnTransfer(void* context, curl_off_t total, curl_off_t now, curl_off_t, curl_off_t) {
  const Watch& watch = *static_cast<Watch*>(context);
  const auto done = watch.offset + static_cast<std::uint64_t>(now);
  watch.on_progress(done, total == 0 ? 0 : watch.offset + static_cast<std::uint64_t>(total));
  return watch.budget.Interrupted() ? 1 : 0;
}

/// Appends to `part`; with `restart`, overwrites it from its start.
CURLcode Transfer(const std::string& url, const fs::path& part, bool restart,
                  const OnDownloadProgress& on_progress, const Budget& budget) {
  const File file(std::fopen(part.c_str(), restart ? "wb" : "ab"));
  const Curl curl(curl_easy_init());
  if (!file || !curl) return CURLE_WRITE_ERROR;
  std::fseek(file.get(), 0, SEEK_END);
  Watch watch{on_progress, budget, static_cast<std::uint64_t>(std::ftell(file.get()))};
  curl_easy_setopt(curl.get(), CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_PROTOCOLS_STR, "http,https,file");
  curl_easy_setopt(curl.get(), CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_CONNECTTIMEOUT, 30L);
  curl_easy_setopt(curl.get(), CURLOPT_LOW_SPEED_LIMIT, kStalledBytesPerSecond);
  curl_easy_setopt(curl.get(), CURLOPT_LOW_SPEED_TIME, kStalledSeconds);
  curl_easy_setopt(curl.get(), CURLOPT_RESUME_FROM_LARGE, static_cast<curl_off_t>(watch.offset));
  curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, file.get());
  curl_easy_setopt(curl.get(), CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl.get(), CURLOPT_XFERINFOFUNCTION, OnTransfer);
  curl_easy_setopt(curl.get(), CURLOPT_XFERINFODATA, &watch);
  CURLcode code = curl_easy_perform(curl.get());
  constexpr long kRangeNotSatisfiable = 416;
  long response = 0;
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &response);
  if (code == CURLE_HTTP_RETURNED_ERROR && response == kRangeNotSatisfiable) {
    code = CURLE_RANGE_ERROR;
  }
  return std::fflush(file.get()) == 0 ? code : CURLE_WRITE_ERROR;
}

/// True if the server can't continue the part: it can't resume, or the part was already complete.
bool RefusesToResume(CURLcode code) {
  return code == CURLE_RANGE_ERROR || code == CURLE_BAD_DOWNLOAD_RESUME;
}

}  // namespace

Result<std::string> Sha256(const fs::path& file, const Budget& budget) {
  const Result<SubprocessResult> run =
      RunSubprocess({"sha256sum", "--", file.string()}, {.time_limit = 600s}, budget);
  if (!run) return run.error();
  // For a name with odd characters, the output begins with a backslash.
  const std::size_t begin = run->output.starts_with('\\') ? 1 : 0;
  if (run->Succeeded() && run->output.size() >= begin + 64) return run->output.substr(begin, 64);
  return Error{ErrorCode::kIo, fmt::format("sha256sum can't read '{}'", file.string())};
}

Status Fetch(const Download& download, const OnDownloadProgress& on_progress,
             const Budget& budget) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  std::error_code error;
  if (fs::exists(download.file, error)) return {};
  if (const Status made = MakeFolder(download.file.parent_path()); !made) return made;
  const fs::path part = download.file.string() + ".part";
  CURLcode code = Transfer(download.url, part, /*restart=*/false, on_progress, budget);
  if (RefusesToResume(code) && fs::file_size(part, error) > 0) {
    code = Transfer(download.url, part, /*restart=*/true, on_progress, budget);
  }
  if (budget.Interrupted()) return Error{ErrorCode::kCancelled, "stopped"};
  if (code != CURLE_OK) {
    return Error{ErrorCode::kIo,
                 fmt::format("can't download '{}': {}", download.url, curl_easy_strerror(code))};
  }
  if (!download.sha256.empty()) {
    const Result<std::string> sha256 = Sha256(part, budget);
    if (!sha256) return sha256.error();
    if (*sha256 != download.sha256) {
      fs::remove(part, error);
      return Error{ErrorCode::kBadInput, fmt::format("'{}' has SHA-256 {}, not {}", download.url,
                                                     *sha256, download.sha256)};
    }
  }
  fs::rename(part, download.file, error);
  if (error) {
    return Error{ErrorCode::kIo,
                 fmt::format("can't write '{}': {}", download.file.string(), error.message())};
  }
  return {};
}

}  // namespace autotune
