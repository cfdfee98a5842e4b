#include "core/hash.h"

#define XXH_INLINE_ALL
#include <charconv>
#include <cstdio>

#include <xxhash.h>

namespace autotune {

Hash128 HashBytes(std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

Hash128 HashBytes(std::string_view bytes) { return HashBytes(std::as_bytes(std::span(bytes))); }

std::string ToHex(const Hash128& hash) {
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash.high),
                static_cast<unsigned long long>(hash.low));
  return text;
}

std::optional<Hash128> FromHex(std::string_view hex) {
  if (hex.size() != 32) return std::nullopt;
  Hash128 hash;
  const auto parse = [](std::string_view digits, std::uint64_t& out) {
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), out, 16);
    return error == std::errc() && end == digits.end();
  };
  if (!parse(hex.substr(0, 16), hash.high) || !parse(hex.substr(16), hash.low)) return std::nullopt;
  if (ToHex(hash) != hex) return std::nullopt;  // refuses upper case: one hash, one spelling
  return hash;
}

}  // namespace autotune
