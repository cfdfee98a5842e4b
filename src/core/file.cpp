#include "core/file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

namespace autotune {

namespace {

namespace fs = std::filesystem;

Error Failed(const char* what, const fs::path& file, const std::string& why) {
  return {ErrorCode::kIo, std::string(what) + " '" + file.string() + "': " + why};
}

Error CannotWrite(const fs::path& file, const std::string& why) {
  return Failed("can't write", file, why);
}

Error CannotRead(const fs::path& file) {
  return Failed("can't read", file, std::strerror(errno != 0 ? errno : EIO));
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

bool Exists(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

Status CheckRegularFile(const fs::path& file) {
  using fs::file_type;
  std::error_code ignored;
  const char* kind = nullptr;
  switch (fs::status(file, ignored).type()) {
    case file_type::directory: kind = "a directory"; break;
    case file_type::fifo: kind = "a pipe"; break;
    case file_type::socket: kind = "a socket"; break;
    case file_type::character:
    case file_type::block: kind = "a device"; break;
    default: return {};
  }
  return Error{ErrorCode::kIo, "'" + file.string() + "' is " + kind + " and no regular file"};
}

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
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string contents;
  std::string block(std::size_t{1} << 16, '\0');
  while (stream) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    const std::string_view got(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (Status text = CheckText(got, file); !text) return text.error();
    contents += got;
  }
  if (!stream.is_open() || !stream.eof()) return CannotRead(file);
  return contents;
}

Status CheckText(std::string_view bytes, const fs::path& file) {
  if (bytes.find('\0') == bytes.npos) return {};
  return Error{ErrorCode::kBadInput, "'" + file.string() + "' is no text: it has a zero byte"};
}

Status ReplaceFile(const fs::path& file, std::string_view contents) {
  if (const Status status = MakeFolder(file.parent_path()); !status) return status;
  const fs::path temporary = file.string() + ".new";
  std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
  stream.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  stream.close();
  if (!stream) return CannotWrite(temporary, std::strerror(errno));
  return MoveFile(temporary, file);
}

Status MoveFile(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) return CannotWrite(to, error.message());
  return {};
}

Status MakeFolder(const fs::path& folder) {
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) return Failed("can't make folder", folder, error.message());
  return {};
}

}  // namespace autotune
