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

/// Exit statuses of the program; after a signal the status is 128 + its number.
enum ExitCode {
  kExitDone = 0,
  kExitFailure = 1,
  kExitUsage = 2,
  kExitNotBetter = 3,
  kExitNoTime = 4,  ///< the budget is too small for any result
};

/// Maximum number of bytes of a name or an argument repeated in a line for people.
inline constexpr std::size_t kMaxShownName = 200;
/// Maximum number of bytes of a line for people.
inline constexpr std::size_t kMaxShownLine = 1000;

/// Returns a message as one line that any terminal may show. The line is `Printable`. Quoted names
/// and words are cut at `kMaxShownName` bytes, and a line longer than `kMaxShownLine` loses its
/// middle.
std::string OneLine(std::string_view message);

/// Sets the name that errors and warnings begin with, instead of `autotune`. `name` must live as
/// long as the process. For the beginning of `main`.
void SetProgramName(std::string_view name);

/// Prints `autotune: error: ...` on standard error, on one line whatever the message holds.
void PrintError(std::string_view message);
/// Prints `autotune: warning: ...` on standard error, on one line whatever the message holds.
void PrintWarning(std::string_view message);

/// Returns the text without anything that a terminal would act on, except line breaks, tabs and the
/// codes of `Terminal`.
std::string ForTerminal(std::string_view text);

/// Writes `ForTerminal(text)`, whatever the stream is.
void WriteText(std::FILE* stream, std::string_view text);

/// Returns the `errno` of the first write to standard output that failed, 0 if none did.
int OutputError();

/// Writes bytes for other programs to standard output, JSON for one. They are written exactly as
/// they are, unless a terminal shows them.
void PrintExact(std::string_view bytes);

/// Draws a line of progress in place of the previous one, without a line end. A line that wraps
/// can't be redrawn, so it is cut at `width` - 1 bytes.
void RedrawLine(std::FILE* stream, std::string_view line, std::size_t width);
/// Removes the line of progress.
void ClearLine(std::FILE* stream);

/// Argument of `PrintTo` that this program composed, so it may have several lines and colours.
/// Outside text in it must have been through `Printable` or `ShellQuote`.
struct Composed {
  std::string_view text;
};

/// Returns an argument as it is printed: text is `Printable`, unless it is `Composed`.
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

/// Formats the arguments, each as `Shown`, with `fmt::format` and writes the result. Unlike
/// `fmt::print` it does not throw if it can't write: a lost line of progress is no reason to lose a
/// result. `main` checks standard output at the end.
template <typename... T>
void PrintTo(std::FILE* stream, fmt::format_string<T...> format, T&&... arguments) {
  WriteText(stream, fmt::format(fmt::runtime(format), Shown(arguments)...));
}

/// Writes to standard output as `PrintTo` does.
template <typename... T>
void PrintText(fmt::format_string<T...> format, T&&... arguments) {
  PrintTo<T...>(stdout, format, std::forward<T>(arguments)...);
}

/// Prints the error and returns its exit status: 2 for wrong usage, 1 otherwise.
int Fail(const Error& error);

}  // namespace autotune

template <>
struct fmt::formatter<autotune::Composed> : fmt::formatter<std::string_view> {
  template <typename Context>
  auto format(const autotune::Composed& composed, Context& context) const {
    return fmt::formatter<std::string_view>::format(composed.text, context);
  }
};
