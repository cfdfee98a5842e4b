#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace autotune {

/// A 128-bit content hash (XXH3-128). It may be stored: it is the same in all processes, machines
/// and versions of this program.
struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  auto operator<=>(const Hash128&) const = default;
};

Hash128 HashBytes(std::span<const std::byte> bytes);
Hash128 HashBytes(std::string_view bytes);

/// Returns 32 lower-case hexadecimal digits, most significant first.
std::string ToHex(const Hash128& hash);
/// The inverse of `ToHex`. Returns nothing for any other text.
std::optional<Hash128> FromHex(std::string_view hex);

}  // namespace autotune

template <>
struct std::hash<autotune::Hash128> {
  std::size_t operator()(const autotune::Hash128& hash) const noexcept { return hash.low; }
};
