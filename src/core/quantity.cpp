#include "core/quantity.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <optional>

namespace autotune {

namespace {

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

constexpr Unit kTimeUnits[] = {{"ms", 1},       {"s", 1000},      {"m", 60'000},
                               {"min", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}};
constexpr Unit kByteUnits[] = {{"K", 1ull << 10}, {"M", 1ull << 20}, {"G", 1ull << 30}};

/// Reads the number in front of `text` and removes it there.
std::optional<double> TakeNumber(std::string_view& text) {
  // `from_chars` also reads `inf`, `nan` and a sign.
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(end - text.data());
  return number;
}

template <typename Units>
const Unit* FindUnit(const Units& units, std::string_view name) {
  for (const Unit& unit : units) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

/// Returns the fewest digits that are read back as the same number.
std::string Shortest(double number) {
  char text[32];
  const auto end = std::to_chars(std::begin(text), std::end(text), number).ptr;
  return {text, end};
}

/// Returns `number` as `printf` writes it; fewer than 400 characters.
std::string Rounded(const char* format, double number) {
  char text[400];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

}  // namespace

Result<std::chrono::milliseconds> ParseDuration(std::string_view text, std::chrono::hours longest) {
  const auto refusal = [text](std::string_view why) {
    return Error{ErrorCode::kInvalidArgument, "'" + std::string(text) + "' is " + std::string(why)};
  };
  constexpr std::string_view kNone = "not a duration: write 60s, 2m, 1h30m or 500ms";
  constexpr std::string_view kZero = "too short: it must be more than 0";
  std::string_view rest = text;
  double milliseconds = 0;
  do {
    const bool first = rest.size() == text.size();
    const std::optional<double> number = TakeNumber(rest);
    const std::string_view name = rest.substr(0, rest.find_first_of("0123456789"));
    rest.remove_prefix(name.size());
    const Unit* unit = FindUnit(kTimeUnits, name.empty() && first ? "s" : name);
    if (!number || !unit) return refusal(kNone);
    milliseconds += *number * static_cast<double>(unit->factor);
  } while (!rest.empty());
  milliseconds = std::round(milliseconds);
  if (milliseconds < 1) return refusal(kZero);
  if (milliseconds > 3.6e6 * static_cast<double>(longest.count())) {
    return refusal("too long: " + std::to_string(longest.count()) + "h are the most");
  }
  return std::chrono::milliseconds(static_cast<std::int64_t>(milliseconds));
}

Result<std::uint64_t> ParseByteSize(std::string_view text) {
  std::string_view rest = text;
  const std::optional<double> number = TakeNumber(rest);
  const Unit* unit = FindUnit(kByteUnits, rest);
  const double bytes = number && unit ? std::round(*number * unit->factor) : 0;
  if (bytes < 1 || bytes > 0x1p60) {
    return Error{ErrorCode::kInvalidArgument,
                 "'" + std::string(text) + "' is not a size: write 512M or 2G"};
  }
  return static_cast<std::uint64_t>(bytes);
}

Result<std::uint64_t> ParseCount(std::string_view text) {
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  if (text.empty() || error != std::errc() || stop != end) {
    return Error{ErrorCode::kInvalidArgument, "'" + std::string(text) + "' is not a whole number"};
  }
  return count;
}

std::string FormatDuration(std::chrono::milliseconds duration) {
  const std::int64_t count = duration.count();
  return count % 1000 == 0 ? std::to_string(count / 1000) + "s" : std::to_string(count) + "ms";
}

std::string FormatByteSize(std::uint64_t bytes) {
  for (auto unit = std::rbegin(kByteUnits); unit != std::rend(kByteUnits); ++unit) {
    if (bytes % unit->factor == 0) return std::to_string(bytes / unit->factor).append(unit->name);
  }
  return Shortest(static_cast<double>(bytes) / 1024) + "K";
}

std::string FormatCount(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t left = digits.size(); left > 3; left -= 3) digits.insert(left - 3, ",");
  return digits;
}

std::string Counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return (FormatCount(count) + " ").append(count == 1 ? one : many);
}

std::string FormatSeconds(double seconds) {
  return seconds < 100 ? Rounded("%.1f s", seconds) : Rounded("%.0f s", seconds);
}

std::string FormatTimeLeft(std::chrono::milliseconds left) {
  const auto count = [](std::int64_t number, const char* unit) {
    return std::to_string(number).append(unit);
  };
  const std::int64_t seconds = std::chrono::ceil<std::chrono::seconds>(left).count();
  if (seconds < 60) return count(seconds, " s");
  const std::int64_t minutes = seconds / 60;
  if (minutes < 60) return count(minutes, " min");
  return count(minutes / 60, " h ") + count(minutes % 60, " min");
}

std::string FormatChange(std::uint64_t value, std::uint64_t reference) {
  if (reference == 0) return "-";
  const double change = 100.0 * (static_cast<double>(value) / static_cast<double>(reference) - 1);
  return Rounded("%+.1f%%", change);
}

}  // namespace autotune
