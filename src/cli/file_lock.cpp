#include "cli/file_lock.h"

#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace autotune {

Result<FileLock> FileLock::Take(const std::filesystem::path& file) {
  // Closed on exec: a child that outlives its parent for a moment must not keep the lock.
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    return Error{ErrorCode::kIo,
                 "can't make '" + file.string() + "': " + std::generic_category().message(errno)};
  }
  FileLock lock(descriptor);
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno == EWOULDBLOCK) {
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
