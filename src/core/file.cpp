#include "core/file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "core/regular_file.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

Error Failed(const char* what, const fs::path& file, const std::string& why) {
  return {ErrorCode::kIo, std::string(what) + " '" + file.string() + "': " + why};
}

Error CannotWrite(const fs::path& file, const std::string& why) {
  return Failed("can't write", file, why);
}

/// The contents of a file that is there.
Result<std::string> ReadAll(const fs::path& file) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string contents(std::istreambuf_iterator<char>(stream), {});
  if (stream.is_open() && (stream.good() || stream.eof())) return contents;
  return Failed("can't read", file, std::strerror(errno != 0 ? errno : EIO));
}

Status CheckExists(const fs::path& file) {
  std::error_code error;
  if (fs::exists(file, error)) return {};
  return Error{ErrorCode::kNotFound, "there is no file '" + file.string() + "'"};
}

}  // namespace

Result<std::string> ReadFile(const fs::path& file) {
  if (const Status exists = CheckExists(file); !exists) return exists.error();
  if (const Status regular = CheckRegularFile(file); !regular) return regular.error();
  return ReadAll(file);
}

Result<std::string> ReadStream(const fs::path& file) {
  if (const Status exists = CheckExists(file); !exists) return exists.error();
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) return CheckRegularFile(file).error();
  return ReadAll(file);
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
