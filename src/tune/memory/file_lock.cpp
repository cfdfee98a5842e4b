#include "tune/memory/file_lock.h"

#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace autotune {

Result<FileLock> FileLock::Take(const std::filesystem::path& file) { return Take(file, F_WRLCK); }

Result<FileLock> FileLock::TakeShared(const std::filesystem::path& file) {
  return Take(file, F_RDLCK);
}

Result<FileLock> FileLock::Take(const std::filesystem::path& file, short type) {
  // Following a link could make a file of somebody else, wherever the link points.
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor < 0) {
    return Error{ErrorCode::kIo,
                 "can't make '" + file.string() + "': " + std::generic_category().message(errno)};
  }
  FileLock lock(descriptor);
  // A record lock, not flock. A child that outlives its parent between fork and exec has a copy of
  // the descriptor; with flock it would have the lock, too.
  struct flock whole{};
  whole.l_type = type;
  whole.l_whence = SEEK_SET;
  if (fcntl(descriptor, F_SETLK, &whole) == 0) return lock;
  if (errno == EACCES || errno == EAGAIN) {
    return Error{ErrorCode::kInvalidArgument,
                 "another process holds '" + file.string() + "'; wait for it or stop it"};
  }
  return Error{ErrorCode::kIo,
               "can't lock '" + file.string() + "': " + std::generic_category().message(errno)};
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace autotune
