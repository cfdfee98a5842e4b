#include "core/printable.h"

#include <cstdint>

namespace autotune {

namespace {

bool IsContinuation(unsigned char byte) { return (byte & 0xc0) == 0x80; }

std::uint32_t CodePoint(std::string_view text, std::size_t at, std::size_t length) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  if (length == 1) return byte(0);
  std::uint32_t point = byte(0) & (0xff >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) point = (point << 6) | (byte(i) & 0x3f);
  return point;
}

}  // namespace

std::size_t CharacterLength(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!IsContinuation(static_cast<unsigned char>(text[at + i]))) return 0;
  }
  const std::uint32_t point = CodePoint(text, at, length);
  const bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  const bool surrogate = point >= 0xd800 && point <= 0xdfff;
  return overlong || surrogate || point > 0x10ffff ? 0 : length;
}

bool IsControl(std::string_view text, std::size_t at, std::size_t length) {
  const std::uint32_t point = CodePoint(text, at, length);
  const bool c0_or_c1 = point < 0x20 || (point >= 0x7f && point <= 0x9f);
  const bool breaks_line = point == 0x2028 || point == 0x2029;
  const bool reorders = point == 0x061c || point == 0x200e || point == 0x200f ||
                        (point >= 0x202a && point <= 0x202e) ||
                        (point >= 0x2066 && point <= 0x2069);
  return c0_or_c1 || breaks_line || reorders;
}

std::string Printable(std::string_view text) {
  std::string printable;
  printable.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = CharacterLength(text, at);
    if (length == 0) {
      printable += '?';
      ++at;
      continue;
    }
    const char first = text[at];
    if (first == '\n' || first == '\r' || first == '\t') {
      printable += ' ';
    } else if (IsControl(text, at, length)) {
      printable += '?';
    } else {
      printable += text.substr(at, length);
    }
    at += length;
  }
  return printable;
}

std::string Abbreviated(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && IsContinuation(static_cast<unsigned char>(text[end]))) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace autotune
