#include "tune/stop_token.h"

#include <cerrno>
#include <cstdint>

#include <sys/eventfd.h>
#include <unistd.h>

namespace autotune {

StopToken::StopToken() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

StopToken::~StopToken() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool StopToken::Stop(int signal) {
  int none = 0;
  if (!signal_.compare_exchange_strong(none, signal)) return false;
  const int error = errno;  // a signal handler must preserve it
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(descriptor_, &one, sizeof one);
  errno = error;
  return true;
}

}  // namespace autotune
