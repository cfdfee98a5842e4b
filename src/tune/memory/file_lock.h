#pragma once

#include <filesystem>
#include <utility>

#include "core/result.h"

namespace autotune {

/// Holds a lock file, made if missing, against other processes of this machine, but not against the
/// same process. The lock ends with the process, whatever ends that and whichever children it
/// leaves. The file stays.
class FileLock {
 public:
  /// Takes the lock. Errors: `kInvalidArgument` if another process holds it, `kIo`.
  static Result<FileLock> Take(const std::filesystem::path& file);
  /// Takes the lock beside others who share it. Errors likewise.
  static Result<FileLock> TakeShared(const std::filesystem::path& file);

  FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  static Result<FileLock> Take(const std::filesystem::path& file, short type);

  int descriptor_;
};

}  // namespace autotune
