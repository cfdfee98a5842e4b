#include "wrapper/response_file.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/file.h"
#include "core/result.h"

namespace autotune {

namespace {

constexpr std::size_t kMaxResponse = 100'000;  // bytes; less than a word of a command may have

/// Takes a response file apart as clang does: blanks end a word, a backslash makes the next
/// character part of it, even between quotes, and empty words don't count. None if a quote is open
/// or a word names another file.
std::optional<std::vector<std::string>> SplitLikeGnu(std::string_view text) {
  // Clang reads other encodings by their marks.
  if (text.find('\0') != text.npos || text.starts_with("\xef\xbb\xbf")) return std::nullopt;
  std::vector<std::string> words;
  bool inside = false;  // a word has begun
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\r' || c == '\n')) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else if (c == '\\' && i + 1 < text.size()) {
      words.back() += text[++i];
    } else {
      words.back() += c;
    }
  }
  std::erase(words, "");
  const bool nested =
      std::ranges::any_of(words, [](const std::string& word) { return word.starts_with('@'); });
  if (quote != 0 || nested) return std::nullopt;
  return words;
}

}  // namespace

std::vector<std::string> ExpandResponseFiles(std::vector<std::string> words) {
  std::vector<std::string> expanded;
  std::size_t bytes = 0;
  for (const std::string& word : words) {
    if (!word.starts_with('@')) {
      expanded.push_back(word);
      continue;
    }
    const Result<std::string> text = ReadFile(word.substr(1));
    if (!text || (bytes += text->size()) > kMaxResponse) return words;
    const std::optional<std::vector<std::string>> more = SplitLikeGnu(*text);
    if (!more) return words;
    expanded.insert(expanded.end(), more->begin(), more->end());
  }
  return expanded;
}

}  // namespace autotune
