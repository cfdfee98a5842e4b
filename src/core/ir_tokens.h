#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace autotune {

/// Raised whenever a token changes its meaning: weights trained under another number are refused.
inline constexpr std::uint32_t kIrTokensVersion = 1;

/// What is said of an instruction, each as a small number below the size of its vocabulary. All
/// vocabularies are closed: whatever has no entry of its own shares one with its kind, so nothing
/// is unknown.
enum class TokenField : std::uint8_t {
  kOpcode,    ///< opcode with what decides its meaning: predicate, cast, intrinsic or kind of call
  kType,      ///< class and width of the result; of what is stored, compared, returned, allocated
  kOperand0,  ///< kind of the first operand: constant by magnitude, argument, global, near, far...
  kOperand1,  ///< of the second
  kOperand2,  ///< of the third
  kUses,      ///< how often and how far away the result is used
  kBlock,     ///< whether it begins the block or the function, and the block's predecessors
  kFlow,      ///< where a terminator goes: on, back, out; depth of the loop
};
inline constexpr std::size_t kTokenFields = 8;

/// Entries in the vocabulary of each field. 0 is padding, 1 what masked-language modelling hides.
inline constexpr std::array<std::uint16_t, kTokenFields> kTokenVocabulary = {256, 32, 32, 32,
                                                                             32,  16, 16, 32};
inline constexpr std::uint8_t kPaddingToken = 0;
inline constexpr std::uint8_t kMaskToken = 1;

/// An instruction.
using IrToken = std::array<std::uint8_t, kTokenFields>;

/// Consecutive instructions of one function, at most `kWindowTokens`.
struct TokenWindow {
  std::vector<IrToken> tokens;
  std::uint64_t instructions = 0;  ///< of the module that this window stands for

  bool operator==(const TokenWindow&) const = default;
};

/// A module as an encoder sees it: everything where it is small, else a sample of windows of which
/// each stands for an equal part, so that its cost is bounded.
struct IrTokens {
  std::vector<TokenWindow> windows;  ///< at most `kMaxWindows`; none for a module without bodies

  bool operator==(const IrTokens&) const = default;
};
inline constexpr std::size_t kWindowTokens = 128;
inline constexpr std::size_t kMaxWindows = 8;

/// Whether a model can take them: all within the limits above. What comes out of a file or another
/// process need not be.
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
