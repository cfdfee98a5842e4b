#include "dataset/file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "core/regular_file.h"

namespace autotune {

namespace {

namespace fs = std::filesystem;

Error CannotWrite(const fs::path& file, std::string_view why) {
  return {ErrorCode::kIo, fmt::format("can't write '{}': {}", file.string(), why)};
}

}  // namespace

Result<std::string> ReadFile(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) {
    return Error{ErrorCode::kNotFound, fmt::format("there is no file '{}'", file.string())};
  }
  if (const Status regular = CheckRegularFile(file); !regular) return regular.error();
  std::ifstream stream(file, std::ios::binary);
  std::string contents(std::istreambuf_iterator<char>(stream), {});
  if (stream.good() || stream.eof()) return contents;
  return Error{ErrorCode::kIo,
               fmt::format("can't read '{}': {}", file.string(), std::strerror(errno))};
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

Result<fs::path> DefaultDatasetsFolder(std::string_view xdg_data_home, std::string_view home) {
  const fs::path folder = "autotune/datasets";
  // The XDG specification says that relative paths are ignored.
  if (xdg_data_home.starts_with('/')) return fs::path(xdg_data_home) / folder;
  if (home.starts_with('/')) return fs::path(home) / ".local/share" / folder;
  return Error{ErrorCode::kInvalidArgument,
               "no folder for data sets: set XDG_DATA_HOME or HOME, or give --dir"};
}

}  // namespace autotune
