#include "core/ir_tokens.h"

#include <gtest/gtest.h>

namespace autotune {
namespace {

IrToken TokenOfAll(std::uint8_t entry) {
  IrToken token;
  token.fill(entry);
  return token;
}

IrTokens Windows(std::size_t windows, std::size_t tokens) {
  const TokenWindow window{std::vector<IrToken>(tokens, TokenOfAll(kMaskToken + 1)), tokens};
  return {std::vector<TokenWindow>(windows, window)};
}

TEST(IrTokensTest, WithinTheLimitsIsWellFormed) {
  EXPECT_TRUE(IsWellFormed({}));
  EXPECT_TRUE(IsWellFormed(Windows(kMaxWindows, kWindowTokens)));
  EXPECT_FALSE(IsWellFormed(Windows(kMaxWindows + 1, 1)));
  EXPECT_FALSE(IsWellFormed(Windows(1, kWindowTokens + 1)));
  EXPECT_FALSE(IsWellFormed(Windows(1, 0)));
}

TEST(IrTokensTest, EveryFieldKeepsToItsVocabulary) {
  for (std::size_t field = 0; field < kTokenFields; ++field) {
    IrTokens tokens = Windows(2, 3);
    std::uint8_t& entry = tokens.windows[1].tokens[2][field];
    entry = static_cast<std::uint8_t>(kTokenVocabulary[field] - 1);
    EXPECT_TRUE(IsWellFormed(tokens)) << field;
    for (const std::uint8_t reserved : {kPaddingToken, kMaskToken}) {
      entry = reserved;
      EXPECT_FALSE(IsWellFormed(tokens)) << field;
    }
    if (kTokenVocabulary[field] > 255) continue;
    entry = static_cast<std::uint8_t>(kTokenVocabulary[field]);
    EXPECT_FALSE(IsWellFormed(tokens)) << field;
  }
}

}  // namespace
}  // namespace autotune
