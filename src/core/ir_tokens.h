#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace autotune {

/// Version of the tokens, raised whenever a token changes its meaning. Weights trained under
/// another number are refused.
inline constexpr std::uint32_t kIrTokensVersion = 1;

/// The properties of an instruction that a token holds, each a number below the size of its
/// vocabulary. All vocabularies are closed: a value without an entry of its own shares one with its
/// kind, so nothing is unknown.
enum class TokenField : std::uint8_t {
  kOpcode,  ///< opcode, with predicate, cast, intrinsic or kind of call
  kType,  ///< class and width of the result, or of the value stored, compared, returned, allocated
  kOperand0,  ///< kind of the first operand: constant by magnitude, argument, global, near, far,
              ///< ...
  kOperand1,  ///< kind of the second operand
  kOperand2,  ///< kind of the third operand
  kUses,      ///< number and distance of the uses of the result
  kBlock,     ///< beginning of a block or function or neither, and the block's predecessors
  kFlow,      ///< targets of a terminator: on, back, out; depth of the loop
};
inline constexpr std::size_t kTokenFields = 8;

/// Number of entries in each field's vocabulary. Entry 0 is padding; 1 hid values in a
/// pre-training that is gone.
inline constexpr std::array<std::uint16_t, kTokenFields> kTokenVocabulary = {256, 32, 32, 32,
                                                                             32,  16, 16, 32};
inline constexpr std::uint8_t kPaddingToken = 0;
inline constexpr std::uint8_t kMaskToken = 1;

/// An instruction: one entry for each field.
using IrToken = std::array<std::uint8_t, kTokenFields>;

/// Consecutive instructions of one function, at most `kWindowTokens`.
struct TokenWindow {
  std::vector<IrToken> tokens;
  std::uint64_t instructions = 0;  ///< instructions of the module that this window stands for

  bool operator==(const TokenWindow&) const = default;
};

/// A module as an encoder sees it. A small module is there in full. A larger one is a sample of
/// windows that stand for equal parts, which bounds the cost.
struct IrTokens {
  std::vector<TokenWindow> windows;  ///< at most `kMaxWindows`; none for a module without bodies

  bool operator==(const IrTokens&) const = default;
};
inline constexpr std::size_t kWindowTokens = 128;
inline constexpr std::size_t kMaxWindows = 8;

/// True if a model can take the tokens: all are within the limits above. Tokens from a file or
/// another process may not be.
inline bool IsWellFormed(const IrTokens& tokens) {
  const auto is_known = [](const IrToken& token) {
    for (std::size_t i = 0; i < kTokenFields; ++i) {
      if (token[i] <= kMaskToken || token[i] >= kTokenVocabulary[i]) return false;
    }
    return true;
  };
  const auto is_window = [&](const TokenWindow& window) {
    return !window.tokens.empty() && window.tokens.size() <= kWindowTokens &&
           std::ranges::all_of(window.tokens, is_known);
  };
  return tokens.windows.size() <= kMaxWindows && std::ranges::all_of(tokens.windows, is_window);
}

}  // namespace autotune
