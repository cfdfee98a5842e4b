#include "wrapper/fields.h"

#include <algorithm>

namespace autotune {

std::string Joined(std::span<const std::string> fields) {
  std::string text;
  for (const std::string& field : fields) (text += field) += '\0';
  return text;
}

std::vector<std::string> Fields(std::string_view text) {
  std::vector<std::string> fields;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\0'), text.size());
    fields.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return fields;
}

}  // namespace autotune
