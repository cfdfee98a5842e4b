#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "core/printable.h"
#include "core/result.h"

namespace autotune {

/// Most bytes of a name or an argument that a line for people repeats.
inline constexpr std::size_t kMaxShownName = 200;
/// Most bytes of such a line.
inline constexpr std::size_t kMaxShownLine = 1000;

/// A message as one line that any terminal may show: `Printable`, each quoted name and each word
/// cut at `kMaxShownName` bytes, and the middle of what is longer than `kMaxShownLine` left out.
std::string OneLine(std::string_view message);

/// `autotune: error: ...` on standard error, on one line whatever the message holds.
void PrintError(std::string_view message);
/// `autotune: warning: ...` on standard error, likewise.
void PrintWarning(std::string_view message);

/// Text with nothing in it that a terminal would act on but line breaks, tabs and the codes of
/// `Terminal`.
std::string ForTerminal(std::string_view text);

/// Writes `ForTerminal(text)`, whatever the stream is.
void WriteText(std::FILE* stream, std::string_view text);

/// Returns the `errno` of the first write to standard output that failed, 0 if none did.
int OutputError();

/// Writes bytes for other programs to standard output, JSON for one: exactly as they are, unless a
/// terminal shows them.
void PrintExact(std::string_view bytes);

/// Draws a line of progress in the place of the one before, without its end. A line that wraps
/// can't be redrawn: it is cut at `width` - 1 bytes.
void RedrawLine(std::FILE* stream, std::string_view line, std::size_t width);
/// Takes the line of progress away.
void ClearLine(std::FILE* stream);

/// An argument of `PrintTo` that this program composed: it may have several lines and colours. Text
/// from outside in it has been through `Printable` or `ShellQuote`.
struct Composed {
  std::string_view text;
};

/// An argument as it is printed: text is `Printable`, unless it is `Composed`.
template <typename T>
auto Shown(const T& argument) {
  if constexpr (std::is_same_v<T, Composed>) {
    return argument.text;
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    return Printable(argument);
  } else {
    return argument;
  }
}

/// Writes what `fmt::format` makes of the arguments as `Shown`. Unlike `fmt::print` it does not
/// throw if it can't write: progress that nobody sees, on a terminal that is gone for one, is no
/// reason to lose a result. `main` finds out about standard output at the end.
template <typename... T>
void PrintTo(std::FILE* stream, fmt::format_string<T...> format, T&&... arguments) {
  WriteText(stream, fmt::format(fmt::runtime(format), Shown(arguments)...));
}

/// `PrintTo` standard output.
template <typename... T>
void PrintText(fmt::format_string<T...> format, T&&... arguments) {
  PrintTo<T...>(stdout, format, std::forward<T>(arguments)...);
}

/// Prints the error and returns the exit status it stands for: 2 for wrong usage, 1 otherwise.
int Fail(const Error& error);

}  // namespace autotune

template <>
struct fmt::formatter<autotune::Composed> : fmt::formatter<std::string_view> {
  template <typename Context>
  auto format(const autotune::Composed& composed, Context& context) const {
    return fmt::formatter<std::string_view>::format(composed.text, context);
  }
};
