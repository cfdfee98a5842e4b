#include "core/file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "core/regular_file.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

/// Time without a byte after which a pipe is given up.
constexpr int kPatienceMs = 10'000;

Error Failed(const char* what, const fs::path& file, const std::string& why) {
  return {ErrorCode::kIo, std::string(what) + " '" + file.string() + "': " + why};
}

Error CannotWrite(const fs::path& file, const std::string& why) {
  return Failed("can't write", file, why);
}

Error CannotRead(const fs::path& file) {
  return Failed("can't read", file, std::strerror(errno != 0 ? errno : EIO));
}

/// An open file, closed with this object.
struct Opened {
  explicit Opened(const fs::path& file)
      : descriptor(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) {}
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  ~Opened() {
    if (descriptor >= 0) close(descriptor);
  }

  int descriptor;  ///< below 0 if it can't be opened
};

/// The contents of a text that is there, up to a zero byte.
Result<std::string> ReadAllText(const fs::path& file) {
  errno = 0;
  const Opened opened(file);
  std::string contents;
  std::string block(std::size_t{1} << 16, '\0');
  while (opened.descriptor >= 0) {
    pollfd source{opened.descriptor, POLLIN, 0};
    const int ready = poll(&source, 1, kPatienceMs);
    if (ready == 0) return Failed("can't read", file, "nothing came from it for 10 s");
    const ssize_t count = ready < 0 ? -1 : read(opened.descriptor, block.data(), block.size());
    if (count < 0) break;
    if (count == 0) return contents;
    const std::string_view got(block.data(), static_cast<std::size_t>(count));
    if (got.find('\0') != got.npos) {
      return Error{ErrorCode::kBadInput, "'" + file.string() + "' is no text: it has a zero byte"};
    }
    contents += got;
  }
  return CannotRead(file);
}

Status CheckExists(const fs::path& file) {
  std::error_code error;
  if (fs::exists(file, error)) return {};
  return Error{ErrorCode::kNotFound, "there is no file '" + file.string() + "'"};
}

Status CheckRegular(const fs::path& file) {
  if (Status exists = CheckExists(file); !exists) return exists;
  return CheckRegularFile(file);
}

}  // namespace

Result<std::string> ReadFile(const fs::path& file) {
  if (const Status regular = CheckRegular(file); !regular) return regular.error();
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string contents(std::istreambuf_iterator<char>(stream), {});
  if (!stream.is_open() || !(stream.good() || stream.eof())) return CannotRead(file);
  return contents;
}

Result<std::string> ReadText(const fs::path& file) {
  if (const Status regular = CheckRegular(file); !regular) return regular.error();
  return ReadAllText(file);
}

Result<std::string> ReadTextStream(const fs::path& file) {
  if (const Status exists = CheckExists(file); !exists) return exists.error();
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) return CheckRegularFile(file).error();
  return ReadAllText(file);
}

Status ReplaceFile(const fs::path& file, std::string_view contents) {
  if (const Status status = MakeFolder(file.parent_path()); !status) return status;
  const fs::path temporary = file.string() + ".new";
  std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
  stream.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  stream.close();
  if (!stream) return CannotWrite(temporary, std::strerror(errno));
  std::error_code error;
  fs::rename(temporary, file, error);
  if (error) return CannotWrite(file, error.message());
  return {};
}

Status MakeFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return CannotWrite(folder, error.message());
  return {};
}

}  // namespace autotune
