#include "tune/output/output_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "eval/process/descriptor.h"
namespace autotune {

namespace {

namespace fs = std::filesystem;

Error CannotWrite(const fs::path& file, std::string_view why) {
  return {ErrorCode::kIo, fmt::format("can't write '{}': {}", file.string(), why)};
}

/// A file beside `target` that is removed again unless it takes the target's place.
class TemporaryFile {
 public:
  static Result<TemporaryFile> Beside(const fs::path& target) {
    std::random_device random;
    while (true) {
      std::string name = fmt::format("{}.{:08x}", target.string(), random());
      // As for a compiler's output, the umask decides who may read it.
      const int descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor >= 0) return TemporaryFile(std::move(name), descriptor);
      if (errno != EEXIST) return CannotWrite(target, std::strerror(errno));
    }
  }

  TemporaryFile(TemporaryFile&& other) noexcept
      : name_(std::exchange(other.name_, {})), descriptor_(std::exchange(other.descriptor_, -1)) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!name_.empty()) unlink(name_.c_str());
  }

  int descriptor() const { return descriptor_; }

  bool Replace(const fs::path& target) {
    if (std::rename(name_.c_str(), target.c_str()) != 0) return false;
    name_.clear();
    return true;
  }

 private:
  TemporaryFile(std::string name, int descriptor)
      : name_(std::move(name)), descriptor_(descriptor) {}

  std::string name_;
  int descriptor_;
};

/// Takes `bytes` bytes of the disk. False with `errno` set.
bool Reserve(int descriptor, std::uint64_t bytes) {
  if (bytes == 0) return true;
  if (fallocate(descriptor, 0, 0, static_cast<off_t>(bytes)) == 0) return true;
  if (errno != EOPNOTSUPP && errno != ENOSYS) return false;
  const std::string zeros(64 << 10, '\0');
  for (std::uint64_t left = bytes; left > 0;) {
    const std::uint64_t part = std::min<std::uint64_t>(left, zeros.size());
    if (!WriteAll(descriptor, std::string_view(zeros).substr(0, part))) return false;
    left -= part;
  }
  // Some file systems report a full disk only now.
  return fsync(descriptor) == 0;
}

std::string NoRoom(std::uint64_t bytes) {
  const int why = errno;
  return fmt::format("no room for {} KiB: {}", (bytes + 1023) / 1024, std::strerror(why));
}

bool IsSpecial(const fs::path& file) {
  std::error_code ignored;
  return fs::is_other(fs::status(file, ignored));
}

bool IsOneOf(const fs::path& file, std::span<const fs::path> inputs) {
  return std::ranges::any_of(inputs, [&](const fs::path& input) {
    std::error_code ignored;  // a missing file is equivalent to no other
    return fs::equivalent(file, input, ignored);
  });
}

Status WriteInPlace(const fs::path& file, std::string_view contents) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return CannotWrite(file, std::strerror(errno));
  const bool written = WriteAll(descriptor, contents);
  const int error = errno;
  close(descriptor);
  if (!written) return CannotWrite(file, std::strerror(error));
  return {};
}

/// Returns the file to replace. A symbolic link stays: the file it points to is replaced.
fs::path Target(const fs::path& file) {
  std::error_code error;
  fs::path target = fs::canonical(file, error);
  return error ? file : target;
}

}  // namespace

Status CheckWritable(const fs::path& file, std::uint64_t bytes) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) return CannotWrite(file, "it is a directory");
  if (IsSpecial(file)) {
    if (access(file.c_str(), W_OK) != 0) return CannotWrite(file, std::strerror(errno));
    return {};
  }
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ignored)) {
    return CannotWrite(file, fmt::format("there is no directory '{}'", folder.string()));
  }
  const Result<TemporaryFile> trial = TemporaryFile::Beside(Target(file));
  if (!trial) return trial.error();
  if (!Reserve(trial->descriptor(), bytes)) return CannotWrite(file, NoRoom(bytes));
  return {};
}

Status CheckRoom(const fs::path& folder, std::uint64_t bytes) {
  const Result<TemporaryFile> trial = TemporaryFile::Beside(folder / "autotune-room");
  if (!trial) return CannotWrite(folder, std::strerror(errno));
  // Space is not reserved for a trial: in a folder kept in memory that would take memory.
  struct statvfs system{};
  if (fstatvfs(trial->descriptor(), &system) != 0) return {};
  if (system.f_blocks == 0 || system.f_bavail * system.f_frsize >= bytes) return {};
  errno = ENOSPC;
  return CannotWrite(folder, NoRoom(bytes));
}

Status CheckReplaceable(const fs::path& file, std::span<const fs::path> inputs) {
  if (IsSpecial(file)) return CannotWrite(file, "it is no regular file");
  if (IsOneOf(file, inputs)) return CannotWrite(file, "it is an input");
  return CheckWritable(file);
}

Status CheckReportName(const fs::path& file, std::span<const fs::path> inputs) {
  const auto refusal = [&](std::string_view why) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("'{}' {}: give the report another name", file.string(), why)};
  };
  if (IsOneOf(file, inputs)) return refusal("is an input");
  const fs::path extension = file.extension();
  if (extension == ".bc" || extension == ".ll") return refusal("is a module's name");
  return {};
}

Status WriteAtomically(const fs::path& file, std::string_view contents) {
  if (IsSpecial(file)) return WriteInPlace(file, contents);
  const fs::path target = Target(file);
  Result<TemporaryFile> temporary = TemporaryFile::Beside(target);
  if (!temporary) return temporary.error();
  const bool written = WriteAll(temporary->descriptor(), contents) &&
                       fsync(temporary->descriptor()) == 0 && temporary->Replace(target);
  if (written) return {};
  const std::string why = std::strerror(errno);
  std::error_code ignored;
  return CannotWrite(file,
                     fs::exists(target, ignored) ? why + "; the file that is there stays" : why);
}

}  // namespace autotune
