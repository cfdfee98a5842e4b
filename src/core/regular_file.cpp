#include "core/regular_file.h"

#include <system_error>

namespace autotune {

Status CheckRegularFile(const std::filesystem::path& file) {
  using std::filesystem::file_type;
  std::error_code ignored;
  const char* kind = nullptr;
  switch (std::filesystem::status(file, ignored).type()) {
    case file_type::directory: kind = "a directory"; break;
    case file_type::fifo: kind = "a pipe"; break;
    case file_type::socket: kind = "a socket"; break;
    case file_type::character:
    case file_type::block: kind = "a device"; break;
    default: return {};
  }
  return Error{ErrorCode::kIo, "'" + file.string() + "' is " + kind + " and no regular file"};
}

}  // namespace autotune
