#include "eval/process/temp_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "core/file.h"

namespace autotune {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "autotune-scratch-";

/// Returns the lock of a directory of ours, or none if somebody else holds it or owns the
/// directory.
Descriptor TryLock(const fs::path& path) {
  Descriptor directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat info;
  const bool locked = directory.get() >= 0 && fstat(directory.get(), &info) == 0 &&
                      info.st_uid == geteuid() && flock(directory.get(), LOCK_EX | LOCK_NB) == 0;
  return locked ? std::move(directory) : Descriptor();
}

void RemoveAbandoned(const fs::path& root) {
  std::error_code error;
  for (fs::directory_iterator entry(root, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(kPrefix)) continue;
    const Descriptor lock = TryLock(entry->path());
    std::error_code ignored;
    if (lock.get() >= 0) fs::remove_all(entry->path(), ignored);
  }
}

/// True if every shell takes this absolute path literally: bare, in either kind of quotes, in a
/// here-document, or handed on to another shell.
bool IsPlain(const fs::path& path) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  return path.is_absolute() && path.native().find_first_not_of(kPlain) == std::string::npos;
}

Error IoError(const std::string& what, const fs::path& path) {
  return Error{ErrorCode::kIo, what + " '" + path.string() + "': " + std::strerror(errno)};
}

}  // namespace

fs::path TempRoot() {
  std::error_code error;
  const fs::path root = fs::temp_directory_path(error);
  return error ? fs::path("/tmp") : root;
}

TempDirectory::TempDirectory(fs::path path, Descriptor lock)
    : path_(std::move(path)), lock_(std::move(lock)) {}

TempDirectory::TempDirectory(TempDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}

TempDirectory::~TempDirectory() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Result<TempDirectory> TempDirectory::Create(const fs::path& root) {
  RemoveAbandoned(root);
  const std::string pattern = (root / kPrefix).string() + "XXXXXX";
  // Until it is locked, another process can take a new directory for an abandoned one.
  constexpr int kTries = 10;
  for (int i = 0; i < kTries; ++i) {
    std::string path = pattern;
    if (mkdtemp(path.data()) == nullptr) return IoError("cannot make a directory", pattern);
    Descriptor lock = TryLock(path);
    std::error_code ignored;
    if (lock.get() >= 0 && fs::exists(path, ignored)) return TempDirectory(path, std::move(lock));
  }
  return Error{ErrorCode::kIo, "cannot lock a directory under '" + root.string() + "'"};
}

// Quoting the path is no alternative: its place in a user's command may already be in quotes.
Result<TempDirectory> TempDirectory::CreatePlain(const fs::path& root) {
  std::error_code error;
  const fs::path absolute = fs::absolute(root, error);
  if (!error && IsPlain(absolute)) return Create(absolute);
  std::string why;
  for (const char* folder : {"/tmp", "/var/tmp", "/dev/shm"}) {
    Result<TempDirectory> made = Create(folder);
    if (made.ok()) return made;
    why = made.error().message;
  }
  return Error{ErrorCode::kIo,
               "commands need a folder with a plain name for their files: TMPDIR is '" +
                   root.string() + "', and " + why};
}

Result<std::string> TempDirectory::Read(const std::string& name) const {
  Result<std::string> bytes = ReadFile(path_ / name);
  if (!bytes) return Error{ErrorCode::kIo, bytes.error().message};
  return bytes;
}

Status TempDirectory::Write(const std::string& name, std::string_view bytes) const {
  std::ofstream file(path_ / name, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return IoError("cannot write", path_ / name);
  return {};
}

}  // namespace autotune
