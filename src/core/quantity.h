#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

/// Quantities as people write and read them.
namespace autotune {

/// Longest time that a run may take.
inline constexpr std::chrono::hours kLongestRun{1000};

/// Reads `60s`, `2m`, `1.5h`, `1h30m`, `30d` or `500ms`; a bare number means seconds. Errors:
/// nonsense, zero, negative, or beyond `longest`.
Result<std::chrono::milliseconds> ParseDuration(std::string_view text,
                                                std::chrono::hours longest = kLongestRun);
/// Reads `64K`, `512M` or `2G`, powers of 1024. A unit is needed.
Result<std::uint64_t> ParseByteSize(std::string_view text);
/// Reads a count of decimal digits only.
Result<std::uint64_t> ParseCount(std::string_view text);

/// Returns the shortest text that `ParseDuration` reads back: `60s`, `1500ms`.
std::string FormatDuration(std::chrono::milliseconds duration);
/// Returns the shortest text that `ParseByteSize` reads back: `2G`.
std::string FormatByteSize(std::uint64_t bytes);
/// Returns the count with separators: `48,213`.
std::string FormatCount(std::uint64_t count);
/// Returns the count and the noun for what is counted: "1 pass", "1,234 passes".
std::string Counted(std::uint64_t count, std::string_view one, std::string_view many);
/// Returns the seconds with one decimal below 100 s, none above: `58.2 s`.
std::string FormatSeconds(double seconds);
/// Rounded up to what matters: `3 h 12 min`, `4 min`, `20 s`.
std::string FormatTimeLeft(std::chrono::milliseconds left);
/// The change from `reference` to `value` with its sign: `-6.2%`; `-` if the reference is 0.
std::string FormatChange(std::uint64_t value, std::uint64_t reference);

}  // namespace autotune
