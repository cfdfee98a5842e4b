#pragma once

#include <algorithm>
#include <string_view>

namespace autotune {

/// Removes everything up to the first `separator` from `text`, and returns it without the
/// separator.
inline std::string_view TakeUntil(char separator, std::string_view& text) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return taken;
}

}  // namespace autotune
