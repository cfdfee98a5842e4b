#include "core/hash.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace autotune {
namespace {

// Stored hashes depend on these: they must never change. From the reference implementation,
// `xxhsum -H2`.
TEST(Hash, IsXxh3Of128Bits) {
  EXPECT_EQ(ToHex(HashBytes("")), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(ToHex(HashBytes("a")), "a96faf705af16834e6c632b61e964e1f");
}

TEST(Hash, TextAndBytesAgree) {
  const std::array bytes = {std::byte{'a'}, std::byte{0}, std::byte{'b'}};
  EXPECT_EQ(HashBytes(bytes), HashBytes(std::string_view("a\0b", 3)));
  EXPECT_NE(HashBytes(bytes), HashBytes("a"));
}

TEST(Hash, HexGoesBothWays) {
  const Hash128 hash{.high = 0x0123456789abcdef, .low = 0x10};
  EXPECT_EQ(ToHex(hash), "0123456789abcdef0000000000000010");
  EXPECT_EQ(FromHex(ToHex(hash)), hash);
}

TEST(Hash, FromHexTakesNothingElse) {
  const std::string good = ToHex(HashBytes("x"));
  ASSERT_TRUE(FromHex(good));
  EXPECT_FALSE(FromHex(""));
  EXPECT_FALSE(FromHex(good.substr(1)));
  EXPECT_FALSE(FromHex(good + "0"));
  for (const char bad : {'g', ' ', '-', '+', 'x', '\0'}) {
    for (const std::size_t position : {0, 1, 15, 16, 31}) {
      std::string text = good;
      text[position] = bad;
      EXPECT_FALSE(FromHex(text)) << text;
    }
  }
}

TEST(Hash, OnlyLowerCaseIsCanonical) { EXPECT_FALSE(FromHex("99AA06D3014798D86001C324468D497F")); }

}  // namespace
}  // namespace autotune
