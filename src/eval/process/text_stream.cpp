#include "eval/process/text_stream.h"

#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "core/file.h"
#include "core/quantity.h"
#include "eval/process/bounded_wait.h"
#include "eval/process/descriptor.h"

namespace autotune {

namespace {

constexpr std::size_t kBlock = 1 << 16;

}  // namespace

Result<std::string> ReadTextStream(const std::filesystem::path& file,
                                   std::chrono::milliseconds patience) {
  const auto failure = [&file](const std::string& why) {
    return Error{ErrorCode::kIo, "can't read '" + file.string() + "': " + why};
  };
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored) || std::filesystem::is_directory(file, ignored)) {
    return ReadText(file);  // which says why not
  }
  const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (descriptor.get() < 0) return failure(std::strerror(errno));
  std::string contents;
  std::string block(kBlock, '\0');
  for (;;) {
    WaitLimits limits{.deadline = Clock::now() + patience};
    if (WaitFor(descriptor.get(), POLLIN, limits) != WaitEnd::kReady) {
      return failure("nothing came from it for " + FormatDuration(patience));
    }
    const ssize_t count = read(descriptor.get(), block.data(), block.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return failure(std::strerror(errno));
    if (count == 0) return contents;
    const std::string_view got(block.data(), static_cast<std::size_t>(count));
    if (Status text = CheckText(got, file); !text) return text.error();
    contents += got;
  }
}

}  // namespace autotune
